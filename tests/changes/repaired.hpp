#pragma once

#include <memory>
#include <string_view>

#include "algorithms/changes/index_changes.hpp"
#include "algorithms/methods/registry.hpp"

namespace fairway::test {

/// An adapter and the object that repairs it.
template <class A, class C>
struct Repaired {
  Repaired(const FreeSpace& space, const typename A::Options& options)
      : adapter(std::make_unique<A>(A::build(space, options))),
        changes(std::make_unique<C>(*adapter, space)) {}

  bool follow(const SpaceChange& change) { return changes->follow(change); }
  const A& operator*() const { return *adapter; }
  const A* operator->() const { return adapter.get(); }
  std::size_t memory_bytes() const { return adapter->memory_bytes() + changes->memory_bytes(); }

  std::unique_ptr<A> adapter;
  std::unique_ptr<C> changes;
};

/// A planner of a registered method, and the object that repairs its index.
struct RepairedPlanner {
  RepairedPlanner(const FreeSpace& space, std::string_view name)
      : method(Registry::built_in().method(name)),
        index(Registry::built_in().build_index(space, method)),
        changes(ChangesRegistry::built_in().of(method.adapter)->make(*index)),
        planner(Registry::built_in().plan(index, method)) {}

  const Method& method;
  std::shared_ptr<BuiltIndex> index;
  std::unique_ptr<IndexChanges> changes;
  std::unique_ptr<Planner> planner;
};

}  // namespace fairway::test
