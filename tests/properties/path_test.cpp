// Properties: PathChecker, trace_sleeve() and the rational oracle agree whether a path is legal. A
// path and its reverse are both legal or both illegal. Smoothers keep a legal path legal and do not
// lengthen it.

#include <algorithm>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "tests/properties/arbitrary_paths.hpp"
#include "tests/properties/property.hpp"
#include "tests/support/arbitrary_worlds.hpp"
#include "tests/support/oracle.hpp"

namespace fairway::properties {
namespace {

TEST(PathProperties, TheCheckerEqualsTheOracleBothWays) {
  int legal = 0;
  int illegal = 0;
  check([&] {
    const auto world = *test::arbitrary_world(6);
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    const PathChecker checker(space);
    const ExactSolver solver(space);
    SleeveScratch scratch;
    std::vector<HalfEdge> crossed;
    for (int i = 0; i < 8; ++i) {
      const std::vector<Point> points = test::resolve(space, *test::arbitrary_probes(7));
      for (const Path& path : {hops(points), tour(solver, points)}) {
        RC_LOG() << "along " << rc::toString(path) << "\n";
        const bool expected = oracle.legal(path);
        RC_ASSERT(checker.check(path).legal == expected);
        RC_ASSERT(checker.check(reversed(path)).legal == expected);
        RC_ASSERT(oracle.legal(reversed(path)) == expected);
        RC_ASSERT(trace_sleeve(space, path, scratch, crossed) == expected);
        (expected ? legal : illegal) += 1;
      }
    }
  });
  EXPECT_GT(legal, 0);
  EXPECT_GT(illegal, 0);
}

TEST(PathProperties, SmoothersNeitherLengthenNorBreakAPath) {
  int smoothed = 0;
  check([&] {
    const auto world = *test::arbitrary_world(6);
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    const ExactSolver solver(space);
    ExactSolver::Scratch solving;
    SmoothingScratch scratch;
    const bool two_sided_walls = std::ranges::any_of(
        space.walls(), [](const Wall& wall) { return wall.free_left && wall.free_right; });
    for (int i = 0; i < 8; ++i) {
      const Path path = tour(solver, test::resolve(space, *test::arbitrary_probes(5)));
      if (!oracle.legal(path)) continue;
      RC_LOG() << "along " << rc::toString(path) << "\n";
      const Point start = path.front();
      const Point goal = path.back();
      const double optimum = solver.solve(start, goal, solving);
      for (const Smoother smoother : kSmoothers) {
        if (needs_corridor(smoother) || needs_cells(smoother)) continue;
        RC_LOG() << "smoother " << option_names(smoother)[static_cast<std::size_t>(smoother)]
                 << "\n";
        Path result = path;
        smooth(smoother, space, start, goal, {}, scratch, result);
        RC_ASSERT(!result.empty());
        if (length(result) < length(path)) ++smoothed;
        RC_ASSERT(result.front() == start);
        RC_ASSERT(result.back() == goal);
        RC_ASSERT(oracle.legal(result));
        RC_ASSERT(length(result) <= length(path) * (1 + kRounding));
        RC_ASSERT(length(result) >= optimum * (1 - kRounding));
        Path again = result;
        smooth(smoother, space, start, goal, {}, scratch, again);
        if (smoother != Smoother::kHomotopic || !two_sided_walls) RC_ASSERT(again == result);
        if (smoother == Smoother::kHomotopic && !two_sided_walls && space.hole_count() == 0) {
          const bool one_class = space.locate(start).place == Place::kTriangle &&
                                 space.locate(goal).place == Place::kTriangle;
          if (one_class) RC_ASSERT(length(result) <= optimum * (1 + kRounding));
        }
      }
    }
  });
  EXPECT_GT(smoothed, 0);
}

}  // namespace
}  // namespace fairway::properties
