// Tests two methods that reproduce published programs ("ancestors") and search a lattice. The
// worlds are small enough to check by hand. Each test states the expected path.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/methods/registry.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// Builds a world from tile costs. A tile of cost 0 is a wall.
FreeSpace from_costs(const std::vector<std::vector<double>>& costs) {
  Raster raster(static_cast<int>(costs[0].size()), static_cast<int>(costs.size()), 1);
  Terrain terrain(raster.width(), raster.height());
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      const double cost = costs[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
      if (cost > 0) {
        terrain.set_cost(x, y, cost);
      } else {
        raster.set(x, y, Raster::kBlocked);
      }
    }
  }
  return FreeSpace::from_raster(std::move(raster), std::move(terrain));
}

Answer plan(const FreeSpace& space, std::string_view method, Point start, Point goal) {
  const Registry& registry = Registry::built_in();
  const auto planner = registry.build(space, registry.method(method));
  Answer answer;
  planner->plan({start, goal}, answer);
  return answer;
}

void expect_path(const FreeSpace& space, std::string_view method, Point start, Point goal,
                 const Path& expected, bool legal) {
  SCOPED_TRACE(std::string(method));
  const Answer answer = plan(space, method, start, goal);
  ASSERT_EQ(answer.status, PlanStatus::kFound);
  EXPECT_EQ(answer.raw, expected);
  EXPECT_EQ(PathChecker(space).check(answer.path).legal, legal);
}

void expect_status(const FreeSpace& space, std::string_view method, Point start, Point goal,
                   PlanStatus expected) {
  SCOPED_TRACE(std::string(method));
  EXPECT_EQ(plan(space, method, start, goal).status, expected);
}

std::vector<std::string> copies(const std::string& row, std::size_t count) {
  return std::vector<std::string>(count, row);
}

TEST(PygameLattice, JumpsAThinWallAndEndsWithinTenOfTheGoal) {
  const FreeSpace space = test::from_rows(copies(".........#..................", 11));
  const Point start{2.5, 5.5};
  // The path goes from column 2 over column 7 to column 12. The cell in column 12 is ten cells from
  // the goal, which is near enough for the method to stop.
  expect_path(space, "pygame-lattice-faithful", start, {22.5, 5.5}, {start, {12.5, 5.5}}, false);
  expect_status(space, "pygame-lattice-sound", start, {22.5, 5.5}, PlanStatus::kNoPath);
  // If the goal is a quarter of a cell farther to the right, the path continues to column 17. If
  // the goal is at most ten cells from the start, the path consists of the start alone.
  expect_path(space, "pygame-lattice-faithful", start, {22.75, 5.5}, {start, {17.5, 5.5}}, false);
  expect_path(space, "pygame-lattice-faithful", start, {12.5, 5.5}, {start}, true);
}

TEST(PygameLattice, LeavesTheWorldRoundAWallThatSpansIt) {
  // A move cannot jump five columns of wall within the world.
  const FreeSpace space = test::from_rows(copies(".....#####...............", 7));
  const Point start{2.5, 3.5};
  const Point goal{21.5, 2.5};
  expect_path(space, "pygame-lattice-faithful", start, goal, {start, {7.5, -1.5}, {12.5, 3.5}},
              false);
  expect_status(space, "pygame-lattice-sound", start, goal, PlanStatus::kNoPath);
}

TEST(PygameLattice, GoesRoundAPocketByItsCorners) {
  // The pocket is open to the left, and its walls are too thick to jump. Each diagonal of the path
  // touches a corner of the pocket. The lower path is nearer to the goal at every step.
  std::vector<std::string> rows = copies(std::string(60, '.'), 45);
  for (std::size_t y = 15; y < 30; ++y) {
    const bool side = y < 20 || y >= 25;
    for (std::size_t x = side ? 5 : 30; x < 35; ++x) rows[y][x] = '#';
  }
  const Point start{12.5, 22.5};
  expect_path(
      test::from_rows(rows), "pygame-lattice-faithful", start, {52.5, 23.5},
      {start, {7.5, 22.5}, {2.5, 27.5}, {7.5, 32.5}, {32.5, 32.5}, {42.5, 22.5}, {47.5, 22.5}},
      true);
}

TEST(PygameLattice, AGoalInABlockedPixelIsAnsweredByTheStartAlone) {
  const FreeSpace space = test::from_rows({"......", "....#.", "......"});
  const Point start{0.5, 1.5};
  expect_path(space, "pygame-lattice-faithful", start, {4.5, 1.5}, {start}, true);
  expect_path(space, "pygame-lattice-faithful", start, {99, 1.5}, {start}, true);
  expect_status(space, "pygame-lattice-sound", start, {4.5, 1.5}, PlanStatus::kGoalBlocked);
}

TEST(PygameLattice, SoundMovesGoRoundCorners) {
  const FreeSpace space = test::from_rows({"...#...", "...#...", "...#...", "...#...", "......."});
  const Point start{2.5, 1.5};
  const Point goal{4.5, 1.5};
  expect_path(space, "pygame-lattice-sound", start, goal, {start, {2.5, 4.5}, {4.5, 4.5}, goal},
              true);
  expect_path(space, "pygame-lattice-sound", {0.5, 0.5}, {2.5, 2.5}, {{0.5, 0.5}, {2.5, 2.5}},
              true);
  // Start and goal are not at the centres of their pixels.
  expect_path(space, "pygame-lattice-sound", {0.25, 0.75}, {1.75, 0.25},
              {{0.25, 0.75}, {0.5, 0.5}, {1.5, 0.5}, {1.75, 0.25}}, true);
}

TEST(TileGraph, ADiagonalCostsAsMuchAsAStraightStep) {
  // On the straight path, the entered tiles cost 1.5 + 1. On the path around, they cost 1 + 1,
  // although this path is longer.
  const FreeSpace space = from_costs({{1, 1, 1}, {1, 1.5, 1}});
  const Point start{0.5, 1.5};
  const Point goal{2.5, 1.5};
  expect_path(space, "tile-graph-faithful", start, goal, {start, {1.5, 0.5}, goal}, true);
  // The straight path costs 2 * (1 + 1.5) / 2 = 2.5. The path around costs 2 sqrt(2).
  expect_path(space, "tile-graph-sound", start, goal, {start, goal}, true);
  EXPECT_NEAR(path_cost(space, Path{start, goal}), 2.5, 1e-12);
  EXPECT_NEAR(path_cost(space, Path{start, {1.5, 0.5}, goal}), 2 * std::sqrt(2.0), 1e-12);
}

TEST(TileGraph, PaysForTheTilesThatItEnters) {
  // The path through the swamp costs 9 + 9 + 1, the path over the hills 1 + 3 + 3 + 1 + 1, and the
  // path on the road 5.
  const FreeSpace space =
      from_costs({{1, 3, 3, 1}, {1, 0, 0, 1}, {1, 9, 9, 1}, {1, 0, 0, 1}, {1, 1, 1, 1}});
  const Point start{0.5, 2.5};
  const Point goal{3.5, 2.5};
  expect_path(space, "tile-graph-faithful", start, goal,
              {start, {0.5, 3.5}, {1.5, 4.5}, {2.5, 4.5}, {3.5, 3.5}, goal}, true);
  expect_path(space, "tile-graph-sound", start, goal, {start, {0.5, 4.5}, {3.5, 4.5}, goal}, true);
}

TEST(TileGraph, SqueezesBetweenWallsThatMeetInAPoint) {
  const FreeSpace space = from_costs({{1, 0, 1, 0, 1}, {0, 1, 0, 1, 0}});
  const Point start{0.5, 0.5};
  const Point goal{4.5, 0.5};
  expect_path(space, "tile-graph-faithful", start, goal,
              {start, {1.5, 1.5}, {2.5, 0.5}, {3.5, 1.5}, goal}, false);
  expect_status(space, "tile-graph-sound", start, goal, PlanStatus::kNoPath);
}

TEST(TileGraph, StaysInTheWorldAndBehindItsWalls) {
  const FreeSpace space = from_costs({{1, 0, 1}, {1, 0, 1}});
  for (const std::string_view method : {"tile-graph-faithful", "tile-graph-sound"}) {
    expect_status(space, method, {0.5, 0.5}, {2.5, 0.5}, PlanStatus::kNoPath);
    expect_status(space, method, {0.5, 0.5}, {1.5, 0.5}, PlanStatus::kGoalBlocked);
    expect_path(space, method, {0.5, 0.5}, {0.5, 1.5}, {{0.5, 0.5}, {0.5, 1.5}}, true);
  }
}

}  // namespace
}  // namespace fairway
