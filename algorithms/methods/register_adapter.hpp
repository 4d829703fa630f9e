#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/smoothing/smoother.hpp"

namespace fairway {

/// Describes representation or solver A: all of its adapter but how it is built, so that A's own
/// sources are not needed. `search_of` tells which search settings one of A::methods() names.
template <class A, class SearchOf>
RegisteredAdapter describe_adapter(SearchOf search_of) {
  using Options = typename A::Options;
  const auto methods = A::methods();
  const Options standard = methods.empty() ? Options{} : methods.front().options;
  RegisteredAdapter entry;
  entry.name = A::kName;
  entry.guarantees = A::kGuarantees;
  entry.options = option_infos(standard);
  for (const auto& m : methods) {
    entry.methods.push_back(
        {std::string(m.name), entry.name, option_values(m.options), search_of(m)});
  }
  if constexpr (Representation<A>) {
    entry.has_own_search = HasOwnSearch<A>;
  } else {
    entry.searches_itself = entry.has_own_search = true;
  }
  entry.complete = [standard](const OptionValues& given) {
    return option_values(with_option_values(standard, given));
  };
  entry.promises = [](const OptionValues& options) -> Guarantees {
    return guarantees_of<A>(with_option_values(Options{}, options));
  };
  entry.octile_is_bound = [](const OptionValues& options) {
    if constexpr (HasOctileHeuristic<A>) {
      return A::octile_is_bound(with_option_values(Options{}, options));
    } else {
      static_cast<void>(options);
      return false;
    }
  };
  entry.parts = [](const FreeSpace& space, const Method& method) {
    return parts_of<A>(space, with_option_values(Options{}, method.options)) |
           parts_of(method.search.smoother);
  };
  return entry;
}

/// Makes an adapter from representation or solver A with planners P.
template <class A, class P, class SearchOf>
RegisteredAdapter register_adapter(SearchOf search_of) {
  using Options = typename A::Options;
  RegisteredAdapter entry = describe_adapter<A>(search_of);
  using Index = typename P::Index;
  entry.supports = [](const FreeSpace& space, const Method& method) {
    return Index::supports(space, with_option_values(Options{}, method.options), method.search);
  };
  entry.build = [](const FreeSpace& space, const Method& method) -> std::shared_ptr<BuiltIndex> {
    return std::make_shared<Index>(space, with_option_values(Options{}, method.options),
                                   method.search);
  };
  entry.plan = [](std::shared_ptr<const BuiltIndex> built,
                  std::unique_ptr<GraphSearch> search) -> std::unique_ptr<Planner> {
    auto index = std::static_pointer_cast<const Index>(std::move(built));
    if constexpr (Representation<A>) {
      return std::make_unique<P>(std::move(index), std::move(search));
    } else {
      static_cast<void>(search);
      return std::make_unique<P>(std::move(index));
    }
  };
  return entry;
}

}  // namespace fairway
