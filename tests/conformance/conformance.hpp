// Helpers that the conformance tests share. This file names no adapter.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/methods/planner_for.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "generated/registered_representations.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "tests/support/terrain_worlds.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::conformance {

inline constexpr double kRounding = 1e-9;

/// A world with a path checker, an exact solver, and queries with their optima.
struct Arena {
  Arena(std::string world_name, FreeSpace free_space)
      : name(std::move(world_name)), space(std::move(free_space)), checker(space), solver(space) {
    std::mt19937 random(17);
    const std::vector<Point> points = test::probe_points(space, random, 120);
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      queries.push_back({points[i], points[i + 1]});
      optima.push_back(solver.solve(points[i], points[i + 1], scratch));
    }
    queries.push_back({points[0], points[0]});
    optima.push_back(solver.solve(points[0], points[0], scratch));
  }

  /// The cost of a path: its length, or its terrain cost in a world with terrain.
  double cost(const Path& path) const { return path_cost(space, path); }

  std::string name;
  FreeSpace space;
  PathChecker checker;
  ExactSolver solver;
  ExactSolver::Scratch scratch;
  std::vector<Query> queries;
  std::vector<double> optima;
};

inline const std::vector<std::unique_ptr<Arena>>& arenas() {
  static const auto all = [] {
    std::vector<std::unique_ptr<Arena>> made;
    std::vector<test::World> worlds = test::fixture_worlds();
    std::ranges::move(test::random_worlds(700, 4), std::back_inserter(worlds));
    for (const test::World& world : worlds) {
      made.push_back(std::make_unique<Arena>(world.name, test::build(world)));
    }
    for (const test::TerrainWorld& world : test::random_terrain_worlds(6)) {
      made.push_back(
          std::make_unique<Arena>(world.name, FreeSpace::from_raster(world.raster, world.terrain)));
    }
    return made;
  }();
  return all;
}

template <class Options>
Options coarse(const Options& options, const FreeSpace& space) {
  return with_option_values(options, conformance::coarse_values(option_infos(options), space));
}

/// Whether a method supports a world.
template <class R>
bool supports(const Arena& arena, const auto& method) {
  if constexpr (requires { R::supports(arena.space, method.options); }) {
    if (!R::supports(arena.space, method.options)) return false;
  }
  return arena.space.terrain() == nullptr || guarantees_of<R>(method.options).terrain;
}

/// Calls check(arena, method, representation) for every method and every world that it supports.
template <class R, class Check>
void for_each_build(Check check) {
  for (const auto& arena : arenas()) {
    for (auto method : R::methods()) {
      if (!supports<R>(*arena, method)) continue;
      SCOPED_TRACE(std::string(method.name) + " on " + arena->name);
      method.options = coarse(method.options, arena->space);
      check(*arena, method, R::build(arena->space, method.options));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

/// Registers a test of every adapter as Conformance/NAME.TEST. In NAME, each - is replaced by _,
/// because - has a meaning in test filters.
template <template <class> class Test>
bool register_for_each_adapter(const char* test, const char* file, int line) {
  RegisteredRepresentations::for_each([&]<class R>() {
    std::string suite = "Conformance/" + std::string(R::kName);
    std::ranges::replace(suite, '-', '_');
    testing::RegisterTest(suite.c_str(), test, nullptr, nullptr, file, line,
                          []() -> testing::Test* { return new Test<R>; });
  });
  return true;
}

/// CONFORMANCE_TEST(Name) { ... } defines a test for every registered representation R.
#define CONFORMANCE_TEST(name)                                    \
  template <class R>                                              \
  class name : public testing::Test {                             \
    void TestBody() override;                                     \
  };                                                              \
  [[maybe_unused]] const bool kRegistered##name =                 \
      register_for_each_adapter<name>(#name, __FILE__, __LINE__); \
  template <class R>                                              \
  void name<R>::TestBody()

}  // namespace fairway::conformance
