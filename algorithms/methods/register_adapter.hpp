#pragma once

#include <memory>
#include <utility>

#include "algorithms/methods/adapter_type.hpp"
#include "algorithms/methods/graph_search.hpp"
#include "algorithms/representations/optional_members.hpp"

namespace fairway {

/// Returns the options of adapter A. Precondition: `options` holds an A::Options.
template <class A>
const typename A::Options& options_of(const AnyOptions& options) {
  return static_cast<const OptionsOf<typename A::Options>&>(options).options;
}

/// Describes representation or solver A. Leaves the functions supports, build and plan null, so
/// that A's own sources are not needed. `search_of(method)` returns the search settings of one of
/// A::methods().
template <class A, class SearchOf>
AdapterType describe_adapter(SearchOf search_of) {
  using Options = typename A::Options;
  AdapterType type;
  type.name = A::kName;
  type.guarantees = A::kGuarantees;
  if constexpr (Representation<A>) {
    type.has_own_search = HasOwnSearch<A>;
  } else {
    type.searches_itself = type.has_own_search = true;
  }
  for (const auto& m : A::methods()) {
    type.methods.push_back({m.name, std::make_shared<OptionsOf<Options>>(m.options), search_of(m)});
  }
  type.make_options = []() -> std::unique_ptr<AnyOptions> {
    return std::make_unique<OptionsOf<Options>>();
  };
  type.promises = [](const AnyOptions& options) -> Guarantees {
    return guarantees_of<A>(options_of<A>(options));
  };
  type.octile_is_bound = [](const AnyOptions& options) {
    if constexpr (HasOctileHeuristic<A>) {
      return A::octile_is_bound(options_of<A>(options));
    } else {
      static_cast<void>(options);
      return false;
    }
  };
  type.parts = [](const FreeSpace& space, const AnyOptions& options) -> PartSet {
    return parts_of<A>(space, options_of<A>(options));
  };
  return type;
}

/// Describes representation or solver A. The description includes functions that build an index
/// and make planners of type P.
template <class A, class P, class SearchOf>
AdapterType register_adapter(SearchOf search_of) {
  AdapterType type = describe_adapter<A>(search_of);
  using Index = typename P::Index;
  type.supports = [](const FreeSpace& space, const AnyOptions& options,
                     const SearchSettings& search) {
    return Index::supports(space, options_of<A>(options), search);
  };
  type.build = [](const FreeSpace& space, const AnyOptions& options,
                  const SearchSettings& search) -> std::shared_ptr<BuiltIndex> {
    return std::make_shared<Index>(space, options_of<A>(options), search);
  };
  type.plan = [](std::shared_ptr<const BuiltIndex> built,
                 std::unique_ptr<GraphSearch> search) -> std::unique_ptr<Planner> {
    auto index = std::static_pointer_cast<const Index>(std::move(built));
    if constexpr (Representation<A>) {
      return std::make_unique<P>(std::move(index), std::move(search));
    } else {
      static_cast<void>(search);
      return std::make_unique<P>(std::move(index));
    }
  };
  return type;
}

}  // namespace fairway
