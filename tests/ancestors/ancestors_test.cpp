// Tests the ten methods of datasets/sweeps/ancestors.toml in worlds small enough to check by hand.
// The expected paths follow from the published description of each method, not from the output of
// this program.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/registry.hpp"
#include "tests/support/judgements.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

Answer answer_of(std::string_view method, const FreeSpace& space, Point start, Point goal) {
  const Registry& registry = Registry::built_in();
  Answer answer;
  registry.build(space, registry.method(method))->plan({start, goal}, answer);
  return answer;
}

Path path_of(std::string_view method, const FreeSpace& space, Point start, Point goal) {
  const Answer answer = answer_of(method, space, start, goal);
  EXPECT_EQ(answer.status, PlanStatus::kFound);
  return answer.path;
}

// A field of 4 x 4 cells with one blocked cell. Subdivision makes three squares of side 2 and three
// squares of side 1. Joining these squares makes four rectangles:
//   A = [0, 4] x [0, 2], B = [0, 2] x [2, 4], C = [3, 4] x [2, 3], D = [2, 4] x [3, 4].
// The centres are A (2, 1), B (1, 3), C (3.5, 2.5), D (3, 3.5). The path A, C, D costs 3.24, and
// the path A, B, D costs 4.30.
class PyweekQuadtreeMethods : public testing::Test {
 protected:
  const FreeSpace space_ = test::from_rows({"....",  //
                                            "....",  //
                                            "..#.",  //
                                            "...."});
  const Point start_{0.5, 0.5};
  const Point goal_{3.5, 3.5};
};

TEST_F(PyweekQuadtreeMethods, FaithfulRunsFromCentreToCentreThroughNarrowerSides) {
  EXPECT_EQ(path_of("pyweek-quadtree-faithful", space_, start_, goal_),
            (Path{{2, 1}, {3.5, 2}, {3.5, 3}, {3, 3.5}}));
}

TEST_F(PyweekQuadtreeMethods, SoundJoinsTheExactEndsAndIsStraightenedInsideItsCells) {
  const Path path = path_of("pyweek-quadtree-sound", space_, start_, goal_);
  EXPECT_EQ(path, (Path{start_, {3.5, 2}, goal_}));
  EXPECT_TRUE(test::legal(space_, path));
}

// A lattice of 3 x 3 unit squares. The square in the middle is blocked, and the square at the lower
// right is missing. The two squares beside the missing square touch only in (2, 2):
//   y = 0  . . .
//   y = 1  . # .
//   y = 2  . . #
class BlitzNavmeshMethods : public testing::Test {
 protected:
  static FreeSpace squares() {
    Mesh mesh;
    for (int y = 0; y <= 3; ++y) {
      for (int x = 0; x <= 3; ++x) mesh.points.push_back({double(x), double(y)});
    }
    for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}}) {
      const int corner = 4 * y + x;
      mesh.faces.push_back(
          {{corner, corner + 1, corner + 5, corner + 4}, {false, false, false, false}});
    }
    return FreeSpace::from_mesh(std::move(mesh));
  }
  const FreeSpace space_ = squares();
  const Point start_{1.5, 2.5};
  const Point goal_{2.5, 1.5};
};

TEST_F(BlitzNavmeshMethods, FaithfulSqueezesThroughThePointThatBothFacesShare) {
  const Path path = path_of("blitz-navmesh-faithful", space_, start_, goal_);
  EXPECT_EQ(path, (Path{start_, {2, 2}, goal_}));
  EXPECT_FALSE(test::legal(space_, path));
}

TEST_F(BlitzNavmeshMethods, SoundWalksRoundTheBlockedSquare) {
  const Path path = path_of("blitz-navmesh-sound", space_, start_, goal_);
  EXPECT_EQ(path, (Path{start_, {1, 2}, {1, 1}, {2, 1}, goal_}));
  EXPECT_TRUE(test::legal(space_, path));
}

TEST_F(BlitzNavmeshMethods, EndsInOneFaceAreJoinedByAStraightLine) {
  for (const char* method : {"blitz-navmesh-faithful", "blitz-navmesh-sound"}) {
    EXPECT_EQ(path_of(method, space_, {0.25, 1.5}, {0.75, 1.25}),
              (Path{{0.25, 1.5}, {0.75, 1.25}}));
  }
}

// The wall is one pixel thick and has a gap at the top. A step of five pixels can jump over the
// wall. The path goes from pixel (2, 7) over (7, 7) to (12, 7). The distances of these pixels from
// the goal are 16, 11 and 6. The last pixel is near enough to the goal, so the search ends there.
class PygameLatticeMethods : public testing::Test {
 protected:
  const FreeSpace space_ = test::from_rows({".....................",  //
                                            "..........#..........",  //
                                            "..........#..........",  //
                                            "..........#..........",  //
                                            "..........#..........",  //
                                            "..........#..........",  //
                                            "..........#..........",  //
                                            "..........#..........",  //
                                            "..........#.........."});
  const Point start_{2.5, 7.5};
  const Point goal_{18.5, 7.5};
};

TEST_F(PygameLatticeMethods, FaithfulJumpsTheWallAndEndsNearTheGoal) {
  const Path path = path_of("pygame-lattice-faithful", space_, start_, goal_);
  EXPECT_EQ(path, (Path{start_, {12.5, 7.5}}));
  EXPECT_FALSE(test::legal(space_, path));
}

TEST_F(PygameLatticeMethods, SoundGoesThroughTheGapWithoutCuttingItsCorner) {
  const Path path = path_of("pygame-lattice-sound", space_, start_, goal_);
  EXPECT_EQ(path, (Path{start_, {9.5, 0.5}, {11.5, 0.5}, goal_}));
  EXPECT_TRUE(test::legal(space_, path));
}

// Two walls that touch in a corner, and an expensive path around them.
class TileGraphMethods : public testing::Test {
 protected:
  const FreeSpace space_ = test::from_rows({"#11",  //
                                            "1#1",  //
                                            "999"});
  const Point start_{0.5, 1.5};
  const Point goal_{2.5, 1.5};
};

TEST_F(TileGraphMethods, FaithfulTakesDiagonalsAtThePriceOfAStep) {
  const Path path = path_of("tile-graph-faithful", space_, start_, goal_);
  EXPECT_EQ(path, (Path{start_, {1.5, 0.5}, goal_}));
  EXPECT_FALSE(test::legal(space_, path));
}

TEST_F(TileGraphMethods, SoundPaysTheMeanOfBothTiles) {
  const Path path = path_of("tile-graph-sound", space_, start_, goal_);
  EXPECT_EQ(path, (Path{start_, {0.5, 2.5}, {2.5, 2.5}, goal_}));
  EXPECT_TRUE(test::legal(space_, path));
}

// No tile is blocked. The path over the middle tile costs 5 + 1 = 6. The path around this tile has
// two diagonal moves and costs 1 + 1 = 2 (faithful) or 2 sqrt(2) (sound).
TEST(TileGraphTerrain, BothAvoidAnExpensiveTile) {
  const FreeSpace space = test::from_rows({"111",  //
                                           "151",  //
                                           "333"});
  for (const char* method : {"tile-graph-faithful", "tile-graph-sound"}) {
    EXPECT_EQ(path_of(method, space, {0.5, 1.5}, {2.5, 1.5}),
              (Path{{0.5, 1.5}, {1.5, 0.5}, {2.5, 1.5}}));
  }
}

}  // namespace
}  // namespace fairway
