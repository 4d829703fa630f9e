#include "algorithms/smoothing/shortcut.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string_view>
#include <vector>

#include "algorithms/geometry/predicates.hpp"
#include "tests/smoothing/random_paths.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

Path shortened(const FreeSpace& space, Path path) {
  ShortcutScratch scratch;
  shortcut(space, scratch, path);
  return path;
}

TEST(Shortcut, OpenGroundLeavesTheEnds) {
  const FreeSpace space = test::from_rows({"....", "....", "...."});
  EXPECT_EQ(shortened(space, {{0, 0}, {1, 0}, {1, 2}, {3, 1}, {3.5, 2.5}}),
            (Path{{0, 0}, {3.5, 2.5}}));
  EXPECT_EQ(shortened(space, {{0, 0}, {0, 0}, {1, 0}, {1, 0}}), (Path{{0, 0}, {1, 0}}));
  EXPECT_EQ(shortened(space, {{1, 1}, {2, 2}, {1, 1}}), (Path{{1, 1}}));
  EXPECT_EQ(shortened(space, {{1, 1}}), (Path{{1, 1}}));
  EXPECT_EQ(shortened(space, {}), (Path{}));
}

TEST(Shortcut, APinchIsNoShortcut) {
  // The cells (1, 1) and (2, 2) touch in the point (2, 2).
  const FreeSpace space = test::from_rows({"....", ".@..", "..@.", "...."});
  const Path round{{2.5, 1.5}, {2.5, 0.5}, {0.5, 0.5}, {0.5, 2.5}, {1.5, 2.5}};
  EXPECT_EQ(shortened(space, round),
            (Path{{2.5, 1.5}, {2.5, 0.5}, {0.5, 0.5}, {0.5, 2.5}, {1.5, 2.5}}));
  const Path touching{{2.5, 1.5}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {2, 2}, {1.5, 2.5}};
  ASSERT_TRUE(RationalOracle(space).legal(touching));
  const Path result = shortened(space, touching);
  EXPECT_TRUE(RationalOracle(space).legal(result));
  EXPECT_LE(length(result), length(touching));
  EXPECT_GT(length(result), 3);
}

TEST(Shortcut, AWallOfNoWidthIsNotChangedSides) {
  // The wall leads from (0, 1) to (2, 1). Paths go around its end (2, 1).
  Mesh mesh;
  mesh.points = {{0, 0}, {2, 0}, {3, 0}, {3, 1}, {2, 1}, {0, 1}, {3, 2}, {2, 2}, {0, 2}};
  mesh.faces = {{{0, 1, 4, 5}, {false, false, true, false}},
                {{1, 2, 3, 4}, {false, false, false, false}},
                {{5, 4, 7, 8}, {true, false, false, false}},
                {{4, 3, 6, 7}, {false, false, false, false}}};
  const FreeSpace space = FreeSpace::from_mesh(mesh);
  const RationalOracle oracle(space);
  const Path round{{0.5, 0.5}, {1, 1}, {2, 1}, {1, 1}, {0.5, 1.5}};
  ASSERT_TRUE(oracle.legal(round));
  const Path result = shortened(space, round);
  EXPECT_TRUE(oracle.legal(result));
  EXPECT_GE(length(result), 2 * distance({0.5, 0.5}, {2, 1}) * (1 - 1e-12));
}

// Regression: two blocked cells touch at the middle one of three points on a line. The path passes
// between these cells, so it is illegal at the middle point. The smoother removed this point and
// hid the fault.
TEST(Shortcut, AnIllegalPathKeepsItsIllegalPoints) {
  const FreeSpace space = test::from_rows({"....", ".@..", "..@.", "...."});
  const Path squeezing{{2.5, 1.5}, {2, 2}, {1.5, 2.5}};
  EXPECT_EQ(shortened(space, squeezing), squeezing);
  EXPECT_EQ(shortened(space, {{3, 1}, {2.5, 1.5}, {2, 2}, {1.5, 2.5}, {1, 3}}),
            (Path{{3, 1}, {2, 2}, {1, 3}}));
  // The first path starts outside the world and ends inside an obstacle.
  const Path from_outside{{-1, 0}, {0, 0}, {1, 0}, {1.5, 1}, {1.5, 1.5}};
  EXPECT_EQ(shortened(space, from_outside), (Path{{-1, 0}, {0, 0}, {1.5, 1}, {1.5, 1.5}}));
  EXPECT_EQ(shortened(space, {{-2, -2}, {-1, -1}}), (Path{{-2, -2}, {-1, -1}}));
}

// Regression: a path may reach its goal on any side of a wall. The code did not allow this if the
// last two points of the path were both the goal.
TEST(Shortcut, AGoalStatedTwiceIsTheGoal) {
  Raster classes(1, 4, 1);
  classes.set(0, 2, 2);
  const FreeSpace space = FreeSpace::from_raster(classes);
  EXPECT_EQ(shortened(space, {{0, 0}, {0, 2}, {0.5, 2}, {0.5, 2}}), (Path{{0, 0}, {0.5, 2}}));
}

/// The tested paths connect random points inside and outside the world. The result must consist of
/// points of the path and keep both ends. A legal path must stay legal.
TEST(Shortcut, AcceptsEveryPath) {
  int illegal = 0;
  for (const test::World& world : test::fixture_worlds()) {
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    std::mt19937 random(19);
    const std::vector<Point> points = test::probe_points(space, random, 60);
    for (int i = 0; i < 60; ++i) {
      Path path;
      for (int k = 0; k < 7; ++k) path.push_back(points[random() % points.size()]);
      SCOPED_TRACE(testing::Message() << world.name << ", path " << i);
      const bool was_legal = oracle.legal(path);
      illegal += !was_legal;
      const Path result = shortened(space, path);
      ASSERT_FALSE(result.empty());
      ASSERT_EQ(result.front(), path.front());
      ASSERT_EQ(result.back(), path.back());
      ASSERT_LE(length(result), length(path) * (1 + 1e-12));
      std::size_t at = 0;
      for (const Point p : result) {
        while (at < path.size() && path[at] != p) ++at;
        ASSERT_LT(at, path.size());
      }
      ASSERT_EQ(shortened(space, result), result);
      if (was_legal) {
        ASSERT_TRUE(oracle.legal(result));
      }
    }
  }
  EXPECT_GT(illegal, 100);
}

TEST(Shortcut, SlidingBackAlongAWallIsNotChangingSides) {
  // The world has walls from (0, 3) to (3, 3) and from (2, 0) to (2, 2). The path slides below the
  // first wall to its end. Then it goes back above the wall to a point that it has passed before.
  Mesh mesh;
  for (std::int32_t i = 0; i < 25; ++i) {
    mesh.points.push_back({static_cast<double>(i % 5), static_cast<double>(i / 5)});
  }
  for (std::int32_t y = 0; y < 4; ++y) {
    for (std::int32_t x = 0; x < 4; ++x) {
      const std::int32_t v = 5 * y + x;
      mesh.faces.push_back({{v, v + 1, v + 6, v + 5},
                            {y == 3 && x < 3, x == 1 && y < 2, y == 2 && x < 3, x == 2 && y < 2}});
    }
  }
  const FreeSpace space = FreeSpace::from_mesh(mesh);
  const Path path{{1.5, 0.5}, {1.5, 3}, {3, 3}, {2.5, 3}, {2.5, 3.5}};
  ASSERT_TRUE(RationalOracle(space).legal(path));
  EXPECT_EQ(shortened(space, path), (Path{{1.5, 0.5}, {1.5, 3}, {3, 3}, {2.5, 3.5}}));
}

/// Whether free space touches a point from one side only. False for a pinch and for a point on a
/// wall of zero width.
bool has_one_side(const FreeSpace& space, Point p) {
  for (const Wall& wall : space.walls()) {
    if (wall.free_left && wall.free_right && on_segment(p, wall.a, wall.b)) return false;
  }
  const Location at = space.locate(p);
  return at.place != Place::kVertex ||
         space.corners_of(space.triangulation().origin(at.half_edge)).size() == 1;
}

TEST(Shortcut, RandomPathsStayLegalAndReachAFixpoint) {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(300, 5)) worlds.push_back(std::move(world));
  std::mt19937 random(13);
  std::size_t dropped = 0;
  std::size_t kept = 0;
  ShortcutScratch scratch;
  for (const test::World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    const VertexMesh corners = VertexMesh::build(space, {});
    for (std::size_t round = 0; round < 40; ++round) {
      const Path path = test::wander(space, corners, round % 13, random);
      if (!oracle.legal(path)) continue;  // rounding moved an end out of its triangle
      Path result = path;
      shortcut(space, scratch, result);
      ASSERT_TRUE(oracle.legal(result));
      ASSERT_EQ(result.front(), path.front());
      ASSERT_EQ(result.back(), path.back());
      ASSERT_LE(length(result), length(path) * (1 + 1e-12));
      for (std::size_t i = 1; i + 1 < result.size(); ++i) {
        ASSERT_NE(result[i - 1], result[i]);
        const bool free_of_sides = (i == 1 || has_one_side(space, result[i - 1])) &&
                                   (i + 2 == result.size() || has_one_side(space, result[i + 1]));
        ASSERT_FALSE(free_of_sides && oracle.sees(result[i - 1], result[i + 1]));
      }
      Path again = result;
      shortcut(space, scratch, again);
      ASSERT_EQ(again, result);
      dropped += path.size() - result.size();
      kept += result.size() - 2;
    }
  }
  EXPECT_GT(dropped, 1000u);
  EXPECT_GT(kept, 1000u);
}

}  // namespace
}  // namespace fairway
