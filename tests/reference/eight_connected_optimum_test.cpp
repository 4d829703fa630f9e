#include "algorithms/reference/eight_connected_optimum.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "tests/support/terrain_worlds.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

TEST(EightConnectedOptimum, AvoidsExpensiveCells) {
  // The straight path costs 2 * (1 + 9) / 2. The path around the expensive cell has two diagonals
  // with a cost of 1 per unit of length.
  Terrain terrain(3, 2);
  terrain.set_cost(1, 0, 9);
  const FreeSpace space = FreeSpace::from_raster(Raster(3, 2, 1), terrain);
  const EightConnectedOptimum optimum(space);
  EightConnectedOptimum::Scratch scratch;
  Path path;
  EXPECT_EQ(optimum.solve({0.5, 0.5}, {2.5, 0.5}, scratch, &path), 2 * std::numbers::sqrt2);
  EXPECT_EQ(path, (Path{{0.5, 0.5}, {1.5, 1.5}, {2.5, 0.5}}));
  // In one cell, the path is straight.
  EXPECT_EQ(optimum.solve({1.25, 0.5}, {1.75, 0.5}, scratch, &path), 4.5);
  EXPECT_EQ(path, (Path{{1.25, 0.5}, {1.75, 0.5}}));
  // A start off the centre of its cell pays the cost of this cell on the way to the centre.
  EXPECT_EQ(optimum.solve({1.25, 0.5}, {0.5, 0.5}, scratch, &path), 0.25 * 9 + 5);
  EXPECT_EQ(optimum.solve({1.5, 0.5}, {1.5, 0.5}, scratch, &path), 0);
  EXPECT_EQ(path, (Path{{1.5, 0.5}, {1.5, 0.5}}));
}

TEST(EightConnectedOptimum, ADiagonalNeedsAllFourCells) {
  Raster raster(2, 2, 1);
  raster.set(1, 0, Raster::kBlocked);
  const FreeSpace space = FreeSpace::from_raster(raster, Terrain(2, 2));
  EightConnectedOptimum::Scratch scratch;
  EXPECT_EQ(EightConnectedOptimum(space).solve({0.5, 0.5}, {1.5, 1.5}, scratch), 2);
  raster.set(0, 1, Raster::kBlocked);
  const FreeSpace pinch = FreeSpace::from_raster(raster, Terrain(2, 2));
  EXPECT_EQ(EightConnectedOptimum(pinch).solve({0.5, 0.5}, {1.5, 1.5}, scratch), kInfinity);
  EXPECT_EQ(EightConnectedOptimum(pinch).solve({0.5, 0.5}, {1.5, 0.5}, scratch), kInfinity);
}

TEST(EightConnectedOptimum, EqualsBoostsDijkstraOnTheRaster) {
  for (const test::TerrainWorld& world : test::terrain_worlds(40)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = FreeSpace::from_raster(world.raster, world.terrain);
    const EightConnectedOptimum optimum(space);
    EightConnectedOptimum::Scratch scratch;
    std::mt19937 random(6);
    for (int round = 0; round < 3; ++round) {
      const test::Cell from = test::free_cell(world.raster, random);
      const std::vector<double> expected = test::cell_costs(world, from);
      for (int k = 0; k < 40; ++k) {
        const test::Cell to = test::free_cell(world.raster, random);
        const double cost = expected[static_cast<std::size_t>(to.y * world.raster.width() + to.x)];
        const double found = optimum.solve(from.centre(), to.centre(), scratch);
        if (cost == kInfinity) {
          EXPECT_EQ(found, kInfinity);
        } else {
          EXPECT_NEAR(found, cost, 1e-12 * cost);
        }
      }
    }
  }
}

TEST(EightConnectedOptimum, DrawsALegalPathOfItsCost) {
  std::mt19937 random(9);
  int found = 0;
  for (const test::TerrainWorld& world : test::random_terrain_worlds(12)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = FreeSpace::from_raster(world.raster, world.terrain);
    const PathChecker checker(space);
    const EightConnectedOptimum optimum(space);
    EightConnectedOptimum::Scratch scratch;
    Path path;
    const std::vector<Point> points = test::probe_points(space, random, 80);
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      const double cost = optimum.solve(points[k], points[k + 1], scratch, &path);
      ASSERT_EQ(path.empty(), cost == kInfinity);
      if (path.empty()) continue;
      ASSERT_EQ(path.front(), points[k]);
      ASSERT_EQ(path.back(), points[k + 1]);
      EXPECT_TRUE(checker.check(path).legal);
      EXPECT_NEAR(path_cost(space, path), cost, 1e-12 * (1 + cost));
      ++found;
    }
  }
  EXPECT_GT(found, 200);
}

}  // namespace
}  // namespace fairway
