#include "algorithms/smoothing/drop_points.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>

namespace fairway {
namespace {

/// A random path on a parabola. Different points have different x; some points are repeated.
Path some_path(std::mt19937& random) {
  Path path;
  const int points = std::uniform_int_distribution(1, 30)(random);
  for (int k = 0; k < points; ++k) {
    const double place = std::uniform_int_distribution(0, 12)(random);
    path.push_back({place, place * place});
  }
  return path;
}

TEST(DropPoints, EndsWhereNoReplacementIsPossibleAfterTwoTestsAPoint) {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t salt = random();
    const unsigned limit = std::uniform_int_distribution(0U, 8U)(random);
    const auto allowed = [&](Point a, Point b) {
      const auto key = static_cast<std::uint32_t>(13 * a.x + b.x) * 2654435761U ^ salt;
      return (key >> 16) % 8 < limit;
    };
    const Path before = some_path(random);
    std::size_t tests = 0;
    Path path = before;
    drop_points(path, [&](Point a, Point, Point b) {
      ++tests;
      return allowed(a, b);
    });
    EXPECT_LE(tests, 2 * before.size());
    ASSERT_FALSE(path.empty());
    EXPECT_EQ(path.front(), before.front());
    EXPECT_EQ(path.back(), before.back());
    EXPECT_LE(length(path), length(before) * (1 + 1e-12));
    for (std::size_t k = 1; k < path.size(); ++k) EXPECT_NE(path[k - 1], path[k]);
    for (std::size_t k = 2; k < path.size(); ++k) EXPECT_FALSE(allowed(path[k - 2], path[k]));
  }
}

TEST(DropPoints, EveryNewSegmentWasAllowed) {
  std::mt19937 random(4);
  for (int round = 0; round < 500; ++round) {
    const Path before = some_path(random);
    const auto allowed = [](Point a, Point b) { return std::abs(a.x - b.x) <= 4; };
    Path path = before;
    drop_points(path, [&](Point a, Point, Point b) { return allowed(a, b); });
    for (std::size_t k = 1; k < path.size(); ++k) {
      bool old = false;
      for (std::size_t i = 1; i < before.size(); ++i) {
        old = old || (before[i - 1] == path[k - 1] && before[i] == path[k]);
      }
      EXPECT_TRUE(old || allowed(path[k - 1], path[k]));
    }
  }
}

TEST(DropPoints, TheTestGetsThePointAndItsNeighbours) {
  Path path{{0, 0}, {1, 2}, {2, 1}, {3, 0}, {4, 3}};
  drop_points(path, [](Point, Point via, Point) { return via.y != 2; });
  EXPECT_EQ(path, (Path{{0, 0}, {1, 2}, {4, 3}}));
}

TEST(DropPoints, AllOrNothing) {
  const Path path{{0, 0}, {1, 0}, {1, 1}, {2, 1}};
  Path all = path;
  drop_points(all, [](Point, Point, Point) { return true; });
  EXPECT_EQ(all, (Path{{0, 0}, {2, 1}}));
  Path none = path;
  drop_points(none, [](Point, Point, Point) { return false; });
  EXPECT_EQ(none, path);
  Path empty;
  drop_points(empty, [](Point, Point, Point) { return true; });
  EXPECT_TRUE(empty.empty());
}

}  // namespace
}  // namespace fairway
