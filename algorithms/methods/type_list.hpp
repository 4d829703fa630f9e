#pragma once

#include <cstddef>

namespace fairway {

/// A list of types, by which the build hands adapters to the harness.
template <class... Types>
struct TypeList {
  static constexpr std::size_t kSize = sizeof...(Types);

  /// Calls visit.operator()<Type>() for each type, in order.
  template <class Visitor>
  static constexpr void for_each(Visitor&& visit) {
    (visit.template operator()<Types>(), ...);
  }
};

}  // namespace fairway
