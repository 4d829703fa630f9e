#include "algorithms/solvers/polyanya/polyanya.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

static_assert(check_solver<Polyanya>());

TEST(Polyanya, AnswersWithThePathAndCounts) {
  const FreeSpace space = room_round_pillar();
  const Polyanya solver = Polyanya::build(space, {});
  Polyanya::Scratch scratch;
  Path path{{9, 9}};
  const SolverResult found =
      solver.solve(space.locate({0.5, 0.5}), space.locate({3.5, 3.25}), scratch, path);
  EXPECT_TRUE(found.found);
  EXPECT_GT(found.expanded, 0U);
  EXPECT_GE(found.generated, found.expanded);
  EXPECT_THAT(path, testing::ElementsAre(Point{0.5, 0.5}, Point{3, 1}, Point{3.5, 3.25}));
}

TEST(Polyanya, FindsNoPathBetweenTwoRooms) {
  const FreeSpace space = FreeSpace::from_polygons(
      {{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, true}, {{{2, 0}, {3, 0}, {3, 1}, {2, 1}}, true}}});
  const Polyanya solver = Polyanya::build(space, {});
  Polyanya::Scratch scratch;
  Path path{{9, 9}};
  EXPECT_FALSE(
      solver.solve(space.locate({0.5, 0.5}), space.locate({2.5, 0.5}), scratch, path).found);
  EXPECT_TRUE(path.empty());
  EXPECT_EQ(solver.report().components, 2);
}

TEST(Polyanya, DeadEndsCostTimeAndChangeNothingElse) {
  std::uint64_t left_out = 0;
  std::uint64_t searched = 0;
  for (const World& world : fixture_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    const Polyanya usual = Polyanya::build(space, {});
    const Polyanya bare = Polyanya::build(space, {.dead_ends = true});
    Polyanya::Scratch scratch;
    Polyanya::Scratch bare_scratch;
    Path path;
    std::mt19937 random(3);
    const std::vector<Point> points = probe_points(space, random, 60);
    for (std::size_t i = 0; i < points.size(); i += 2) {
      const Location start = space.locate(points[i]);
      const Location goal = space.locate(points[i + 1]);
      const SolverResult found = usual.solve(start, goal, scratch, path);
      const double expected = length(path);
      const SolverResult same = bare.solve(start, goal, bare_scratch, path);
      ASSERT_EQ(same.found, found.found);
      if (!found.found) continue;
      ASSERT_NEAR(length(path), expected, 1e-12 * expected);
      left_out += found.expanded;
      searched += same.expanded;
    }
  }
  EXPECT_GT(searched, left_out);
}

TEST(Polyanya, DrawsEachSideOfItsCellsOnce) {
  const FreeSpace space = room_round_pillar();
  for (const bool merged : {true, false}) {
    const Polyanya solver = Polyanya::build(space, {merged});
    double drawn = 0;
    std::size_t sides = 0;
    solver.draw([&](Point a, Point b) {
      drawn += distance(a, b);
      ++sides;
    });
    constexpr std::size_t kWalls = 8;
    EXPECT_EQ(sides, kWalls + solver.edge_count());
    EXPECT_GT(drawn, 24.0);
    EXPECT_EQ(solver.report().covered_area, 12.0);
    EXPECT_EQ(solver.vertex_count(), merged ? 4U : 8U);
  }
}

void expect_agreement(const World& world, std::uint32_t seed, std::size_t count, bool merged) {
  SCOPED_TRACE(world.name + (merged ? " merged" : " in triangles"));
  const FreeSpace space = build(world);
  const ExactSolver graph(space);
  const Polyanya polyanya = Polyanya::build(space, {merged});
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
    const double found =
        polyanya.shortest(space.locate(points[i]), space.locate(points[i + 1]), intervals, &path);
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
  // Regression: the search did not turn at a corner if both sides after the corner are blocked. But
  // a shortest path can bend at this corner and continue along its wall.
  for (const World& world : random_worlds(6668, 1)) expect_agreement(world, 7, 60, merged);
}

TEST(Polyanya, AgreesWithTheVisibilityGraphInTriangles) { expect_agreement(false); }

TEST(Polyanya, AgreesWithTheVisibilityGraphInMergedPolygons) { expect_agreement(true); }

}  // namespace
}  // namespace fairway::test
