#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "algorithms/changes/changing_method.hpp"
#include "algorithms/methods/registry.hpp"

namespace fairway::test {

/// A method with D* Lite, and the same method with A*.
struct ReplanningPair {
  ReplanningPair(const FreeSpace& world, const char* name,
                 HeuristicKind heuristic = HeuristicKind::kEuclidean)
      : kept(Registry::built_in(), with(name, SearchKind::kDStarLite, heuristic), world),
        fresh(Registry::built_in(), with(name, SearchKind::kAstar, heuristic), world) {}

  static Method with(const char* name, SearchKind search,
                     HeuristicKind heuristic = HeuristicKind::kEuclidean) {
    Method method = Registry::built_in().method(name);
    method.search.search = search;
    method.search.smoother = Smoother::kNone;
    method.search.heuristic = heuristic;
    return method;
  }

  void follow(const Burst& burst) {
    kept.follow(burst);
    fresh.follow(burst);
  }

  void ask(const Query& query) {
    kept.planner().plan(query, a);
    fresh.planner().plan(query, b);
    kept_expanded += a.expanded;
    fresh_expanded += b.expanded;
    ASSERT_EQ(a.status, b.status);
    if (a.status != PlanStatus::kFound) return;
    ASSERT_NEAR(length(a.path), length(b.path), 1e-12 * (1 + length(b.path)));
    ++found;
  }

  ChangingMethod kept;
  ChangingMethod fresh;
  Answer a;
  Answer b;
  int found = 0;
  std::uint64_t kept_expanded = 0;
  std::uint64_t fresh_expanded = 0;
};

}  // namespace fairway::test
