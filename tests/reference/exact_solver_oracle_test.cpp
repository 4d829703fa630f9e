#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "tests/support/oracle_paths.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

void expect_optimum(const test::World& world, int queries) {
  SCOPED_TRACE(world.name);
  const FreeSpace space = test::build(world);
  const RationalOracle oracle(space);
  const OraclePaths paths(space, oracle);
  const ExactSolver solver(space);
  const PathChecker checker(space);
  ExactSolver::Scratch scratch;
  std::mt19937 random(9);
  const std::vector<Point> points =
      test::probe_points(space, random, 2 * static_cast<std::size_t>(queries));
  int found = 0;
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    const Point a = points[i];
    const Point b = points[i + 1];
    SCOPED_TRACE(testing::Message()
                 << std::hexfloat << a.x << ' ' << a.y << "  " << b.x << ' ' << b.y);
    const double expected = paths.shortest(a, b);
    Path path{{1, 2}};
    const double there = solver.solve(a, b, scratch, &path);
    const double back = solver.solve(b, a, scratch);
    ASSERT_EQ(std::isinf(there), std::isinf(expected));
    ASSERT_EQ(std::isinf(back), std::isinf(expected));
    if (std::isinf(expected)) {
      ASSERT_TRUE(path.empty());
      continue;
    }
    ++found;
    ASSERT_NEAR(there, expected, 1e-12 * expected);
    ASSERT_NEAR(back, expected, 1e-12 * expected);
    const auto verdict = checker.check(path);
    ASSERT_TRUE(verdict.legal) << verdict.reason;
    ASSERT_EQ(path.front(), a);
    ASSERT_EQ(path.back(), b);
    ASSERT_NEAR(length(path), expected, 1e-12 * expected);
  }
  EXPECT_GT(found, 0);
}

TEST(ExactSolver, EqualsBruteForceOnFixtureWorlds) {
  for (const test::World& world : test::fixture_worlds()) expect_optimum(world, 40);
}

TEST(ExactSolver, EqualsBruteForceOnRandomWorlds) {
  for (const test::World& world : test::random_worlds(600, 4)) expect_optimum(world, 30);
}

TEST(ExactSolver, EqualsBruteForceOnExtremeWorlds) {
  for (const test::World& world : test::extreme_worlds()) expect_optimum(world, 20);
}

}  // namespace
}  // namespace fairway
