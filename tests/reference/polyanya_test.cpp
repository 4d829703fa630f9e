#include "algorithms/reference/polyanya.hpp"

#include <gtest/gtest.h>

#include <random>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

void expect_agreement(const World& world, std::uint32_t seed, std::size_t count, bool merged) {
  SCOPED_TRACE(world.name + (merged ? " merged" : " in triangles"));
  const FreeSpace space = build(world);
  const ExactSolver graph(space);
  const Polyanya polyanya(space, merged);
  const PathChecker checker(space);
  ExactSolver::Scratch scratch;
  Polyanya::Scratch intervals;
  std::mt19937 random(seed);
  const std::vector<Point> points = probe_points(space, random, 2 * count);
  Path path;
  for (std::size_t i = 0; i < points.size(); i += 2) {
    SCOPED_TRACE(testing::Message() << std::hexfloat << points[i].x << ' ' << points[i].y << "  "
                                    << points[i + 1].x << ' ' << points[i + 1].y);
    const double expected = graph.solve(points[i], points[i + 1], scratch);
    const double found = polyanya.solve(points[i], points[i + 1], intervals, &path);
    if (!std::isfinite(expected)) {
      ASSERT_EQ(found, expected);
      ASSERT_TRUE(path.empty());
      continue;
    }
    ASSERT_NEAR(found, expected, 1e-12 * expected);
    ASSERT_EQ(path.front(), points[i]);
    ASSERT_EQ(path.back(), points[i + 1]);
    const auto verdict = checker.check(path);
    ASSERT_TRUE(verdict.legal) << verdict.reason;
    ASSERT_NEAR(length(path), found, 1e-12 * found);
  }
}

void expect_agreement(bool merged) {
  for (const World& world : fixture_worlds()) expect_agreement(world, 1, 400, merged);
  for (const World& world : extreme_worlds()) expect_agreement(world, 2, 200, merged);
  for (const World& world : random_worlds(900, 40)) expect_agreement(world, 3, 100, merged);
  // A corner whose next sides lead nowhere was passed over; the way along its wall was not.
  for (const World& world : random_worlds(6668, 1)) expect_agreement(world, 7, 60, merged);
}

TEST(Polyanya, AgreesWithTheVisibilityGraphInTriangles) { expect_agreement(false); }

TEST(Polyanya, AgreesWithTheVisibilityGraphInMergedPolygons) { expect_agreement(true); }

}  // namespace
}  // namespace fairway::test
