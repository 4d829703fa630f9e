#pragma once

#include <cstddef>

namespace fairway {

/// A list of types. CMake generates a TypeList of all representations for the harness.
template <class... Types>
struct TypeList {
  static constexpr std::size_t kSize = sizeof...(Types);  ///< number of types

  /// Calls `visit.operator()<T>()` for each type T, in order.
  template <class Visitor>
  static constexpr void for_each(Visitor&& visit) {
    (visit.template operator()<Types>(), ...);
  }
};

}  // namespace fairway
