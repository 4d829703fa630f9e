#include "algorithms/freespace/path_checker.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "algorithms/geometry/predicates.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// A square of side 8, counter-clockwise, and walls inside it.
PathChecker square_with(std::vector<Wall> walls) {
  const Point corners[] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
  for (std::size_t i = 0; i < 4; ++i)
    walls.push_back({corners[i], corners[(i + 1) % 4], true, false});
  return PathChecker(std::move(walls));
}

bool legal(const PathChecker& checker, const Path& path) {
  const auto verdict = checker.check(path);
  EXPECT_EQ(verdict.legal, verdict.reason.empty());
  return verdict.legal;
}

Path reversed(Path path) { return {path.rbegin(), path.rend()}; }

TEST(PathChecker, AnEmptySquare) {
  const PathChecker checker = square_with({});
  EXPECT_FALSE(legal(checker, {}));
  EXPECT_TRUE(legal(checker, {{1, 1}}));
  EXPECT_TRUE(legal(checker, {{0, 0}}));
  EXPECT_FALSE(legal(checker, {{9, 1}}));
  EXPECT_FALSE(legal(checker, {{-1, 1}}));
  EXPECT_TRUE(legal(checker, {{1, 1}, {7, 6}}));
  EXPECT_TRUE(legal(checker, {{0, 0}, {8, 8}}));
  EXPECT_TRUE(legal(checker, {{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}}));
  EXPECT_TRUE(legal(checker, {{2, 0}, {6, 0}}));
  EXPECT_TRUE(legal(checker, {{4, 4}, {4, 0}, {4, 4}}));
  EXPECT_TRUE(legal(checker, {{4, 4}, {4, 4}, {5, 5}, {5, 5}}));
  EXPECT_FALSE(legal(checker, {{4, 4}, {9, 4}}));
  EXPECT_FALSE(legal(checker, {{4, 0}, {4, -1}}));
  EXPECT_FALSE(legal(checker, {{4, 4}, {4, 8.0000001}, {5, 4}}));
}

TEST(PathChecker, UnusableCoordinatesAreIllegal) {
  const PathChecker checker = square_with({});
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), infinity, -infinity, 1e200, 1e-200}) {
    EXPECT_FALSE(legal(checker, {{bad, 1}}));
    EXPECT_FALSE(legal(checker, {{1, 1}, {2, bad}, {3, 3}}));
  }
  EXPECT_TRUE(legal(checker, {{-0.0, 1}, {1, -0.0}}));
}

// Regression: in the smallest worlds, a path through the middle of a side counted as illegal.
TEST(PathChecker, PointsComputedFromTheSmallestCoordinatesAreUsable) {
  const double side = kMinInputCoordinate;
  const PathChecker checker({{{0, 0}, {side, 0}, true, false},
                             {{side, 0}, {side, side}, true, false},
                             {{side, side}, {0, side}, true, false},
                             {{0, side}, {0, 0}, true, false}});
  EXPECT_TRUE(legal(checker, {{0, side / 2}, {side / 32, side / 1024}}));
  EXPECT_FALSE(legal(checker, {{0, side / 2}, {-side / 32, side / 1024}}));
}

TEST(PathChecker, NamesTheFirstSegmentAtFaultAndWhy) {
  const PathChecker checker = square_with({{{4, 2}, {4, 6}, true, true}});
  auto verdict = checker.check(Path{{1, 1}, {2, 4}, {6, 4}, {6, 12}});
  EXPECT_EQ(verdict.segment, 1u);
  EXPECT_EQ(verdict.reason, "crosses the wall (4, 2)-(4, 6)");
  verdict = checker.check(Path{{1, 1}, {2, 1}, {3, 1}, {4, 0}, {4, -1}});
  EXPECT_EQ(verdict.segment, 3u);
  verdict = checker.check(Path{{2, 4}, {4, 4}, {5, 4}});
  EXPECT_EQ(verdict.segment, 1u);
  EXPECT_EQ(verdict.reason, "crosses the wall (4, 2)-(4, 6)");
  verdict = checker.check(Path{{9, 9}, {1, 1}});
  EXPECT_EQ(verdict.segment, 0u);
  EXPECT_EQ(verdict.reason, "starts outside free space at (9, 9)");
}

TEST(PathChecker, AWallOfZeroWidthMayBeTouchedAndRoundedButNotCrossed) {
  const PathChecker checker = square_with({{{4, 2}, {4, 6}, true, true}});
  for (const Path& path : std::vector<Path>{
           {{4, 2}, {4, 6}},
           {{4, 0}, {4, 8}},
           {{2, 4}, {4, 4}, {2, 5}},
           {{2, 4}, {4, 4}, {4, 6}, {6, 4}},
           {{2, 4}, {4, 6}, {6, 4}},
           {{2, 4}, {4, 4}, {4, 6}, {4, 4}, {6, 4}},
           {{4, 4}, {6, 4}},
           {{4, 4}, {4, 5}, {6, 5}},
           {{3, 1}, {5, 3}},
       }) {
    EXPECT_TRUE(legal(checker, path));
    EXPECT_TRUE(legal(checker, reversed(path)));
  }
  for (const Path& path : std::vector<Path>{
           {{2, 4}, {6, 4}},
           {{2, 4}, {4, 4}, {6, 4}},
           {{2, 4}, {4, 4}, {4, 5}, {6, 4}},
           {{2, 4}, {4, 3}, {4, 5}, {4, 4}, {5, 3}},
           {{2, 4}, {4, 4}, {4, 4}, {6, 4}},
       }) {
    EXPECT_FALSE(legal(checker, path));
    EXPECT_FALSE(legal(checker, reversed(path)));
  }
}

TEST(PathChecker, WallsInARowLetPathsChangeSidesInTheirGapsOnly) {
  const PathChecker checker = square_with(
      {{{4, 1}, {4, 2}, true, true}, {{4, 2}, {4, 3}, true, true}, {{4, 5}, {4, 6}, true, true}});
  EXPECT_TRUE(legal(checker, {{2, 2}, {4, 2}, {4, 4}, {4, 6}, {6, 5}}));
  EXPECT_TRUE(legal(checker, {{2, 2}, {4, 2}, {4, 5.5}, {6, 5.5}}));
  EXPECT_FALSE(legal(checker, {{2, 2}, {4, 1.5}, {4, 2.5}, {6, 2}}));
  EXPECT_FALSE(legal(checker, {{2, 2}, {4, 2}, {6, 2}}));
  EXPECT_TRUE(legal(checker, {{2, 2}, {4, 3}, {6, 2}}));
}

TEST(PathChecker, APinchCannotBePassed) {
  // Two diagonal blocked cells meet at (4, 4).
  const auto block = [](double x, double y, std::vector<Wall>& walls) {
    const Point corners[] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
    for (std::size_t i = 0; i < 4; ++i) {
      walls.push_back({corners[i], corners[(i + 1) % 4], false, true});
    }
  };
  std::vector<Wall> walls;
  block(3, 3, walls);
  block(4, 4, walls);
  const PathChecker checker = square_with(walls);
  EXPECT_FALSE(legal(checker, {{3.5, 4.5}, {4.5, 3.5}}));
  EXPECT_FALSE(legal(checker, {{3.5, 4.5}, {4, 4}, {4.5, 3.5}}));
  EXPECT_FALSE(legal(checker, {{3, 4}, {4, 4}, {4, 3}}));
  EXPECT_FALSE(legal(checker, {{3, 4}, {5, 4}}));
  EXPECT_TRUE(legal(checker, {{3, 4}, {4, 4}, {4, 5}}));
  EXPECT_TRUE(legal(checker, {{3.5, 4.5}, {4, 4}, {3.5, 4.5}}));
  EXPECT_TRUE(legal(checker, {{4, 4}, {4.5, 3.5}}));
  EXPECT_TRUE(legal(checker, {{4, 4}, {4, 4}, {3.5, 4.5}}));
  EXPECT_FALSE(legal(checker, {{3.5, 3.5}}));
  EXPECT_FALSE(legal(checker, {{3, 3}, {4, 4}}));
  EXPECT_FALSE(legal(checker, {{2, 2}, {6, 6}}));
  EXPECT_TRUE(legal(checker, {{2, 3}, {6, 3}, {6, 4}, {4, 4}}));
}

void expect_oracle(const test::World& world, int paths) {
  SCOPED_TRACE(world.name);
  const FreeSpace space = test::build(world);
  const PathChecker checker(space);
  const RationalOracle oracle(space);
  std::mt19937 random(7);
  const std::vector<Point> points = test::probe_points(space, random, 300);
  int found_legal = 0;
  for (int i = 0; i < paths; ++i) {
    const Path path = test::random_path(points, random);
    const bool expected = oracle.legal(path);
    found_legal += expected;
    for (const Path& way : {path, reversed(path)}) {
      const auto verdict = checker.check(way);
      ASSERT_EQ(verdict.legal, expected) << verdict.reason << " at segment " << verdict.segment
                                         << " of " << testing::PrintToString(way.size());
      if (!verdict.legal) {
        ASSERT_LT(verdict.segment, way.size() - 1);
      }
    }
  }
  EXPECT_GT(found_legal, 0);
}

TEST(PathChecker, AgreesWithTheOracleOnFixtureWorlds) {
  for (const test::World& world : test::fixture_worlds()) expect_oracle(world, 500);
}

TEST(PathChecker, AgreesWithTheOracleOnRandomWorlds) {
  for (const test::World& world : test::random_worlds(100, 12)) expect_oracle(world, 200);
}

TEST(PathChecker, AgreesWithTheOracleOnExtremeWorlds) {
  for (const test::World& world : test::extreme_worlds()) expect_oracle(world, 300);
}

TEST(PathChecker, TheWorkForLongPathsIsLinear) {
  // The path zigzags over half a million points between as many walls. If the check took quadratic
  // time, this test would run for hours.
  std::vector<Wall> walls;
  constexpr int kSize = 500;
  for (int y = 1; y < kSize; ++y) {
    for (int x = 1; x < kSize; ++x) {
      walls.push_back({{double(x), double(y)}, {x + 0.5, double(y)}, true, true});
    }
  }
  const Point corners[] = {{0, 0}, {kSize, 0}, {kSize, kSize}, {0, kSize}};
  for (std::size_t i = 0; i < 4; ++i)
    walls.push_back({corners[i], corners[(i + 1) % 4], true, false});
  const PathChecker checker(std::move(walls));
  Path path;
  for (int y = 1; y + 1 < kSize; ++y) {
    for (int i = 1; i < kSize - 1; ++i) {
      const double x = y % 2 == 1 ? i : kSize - i;
      const double side = i % 2 == 1 ? -0.25 : 0.25;
      path.push_back({x + 0.75, y + side});
      path.push_back({x + 0.75, y - side});
    }
    path.push_back({path.back().x, y + 0.5});
  }
  EXPECT_TRUE(legal(checker, path));
  path.push_back({path.back().x - 0.5, path.back().y});
  path.push_back({path.back().x, path.back().y - 0.75});
  EXPECT_FALSE(legal(checker, path));
}

}  // namespace
}  // namespace fairway
