#include "algorithms/freespace/containment.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "algorithms/reference/exact_solver.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

TEST(ContainmentTest, PointsAreConnectedIfAndOnlyIfThereIsAPath) {
  std::vector<World> worlds = fixture_worlds();
  for (World& world : random_worlds(40, 8)) worlds.push_back(std::move(world));
  int connected_pairs = 0;
  int apart = 0;
  for (const World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    const ExactSolver solver(space);
    ExactSolver::Scratch scratch;
    std::mt19937 random(9);
    const std::vector<Point> points = probe_points(space, random, 80);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const bool expected = std::isfinite(solver.solve(points[i], points[i + 1], scratch));
      const Location a = space.locate(points[i]);
      const Location b = space.locate(points[i + 1]);
      ASSERT_EQ(connected(space, a, b), expected);
      ASSERT_EQ(connected(space, b, a), expected);
      (expected ? connected_pairs : apart) += 1;
    }
  }
  EXPECT_GT(connected_pairs, 500);
  EXPECT_GT(apart, 500);
}

TEST(ContainmentTest, APinchTouchesTheComponentsOfAllItsCorners) {
  // The two free cells meet only in (1, 1).
  Raster raster(2, 2);
  raster.set(0, 0, 1);
  raster.set(1, 1, 1);
  const FreeSpace space = FreeSpace::from_raster(std::move(raster));
  const auto components_at = [&](Point p) {
    std::set<std::int32_t> found;
    for_each_component_at(space, space.locate(p), [&](std::int32_t c) { found.insert(c); });
    return found.size();
  };
  EXPECT_EQ(components_at({1, 1}), 2U);
  EXPECT_EQ(components_at({0, 0}), 1U);
  EXPECT_EQ(components_at({0.5, 1}), 1U);
  EXPECT_EQ(components_at({1.5, 0.5}), 0U);
}

}  // namespace
}  // namespace fairway::test
