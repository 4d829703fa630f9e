#include "algorithms/freespace/path_cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Rational = boost::multiprecision::cpp_rational;

Terrain random_terrain(std::mt19937& random, int width, int height) {
  constexpr double kCosts[] = {1, 1.5, 2, 3, 7, 0.25};
  Terrain terrain(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) terrain.set_cost(x, y, kCosts[random() % 6]);
  }
  return terrain;
}

/// Integrates the cost along a segment in rational arithmetic. Cuts the segment at the borders of
/// cells. The midpoint of each piece determines the cell of the piece.
double by_crossings(const Raster& raster, const Terrain& terrain, Point a, Point b) {
  const Rational ax = a.x;
  const Rational ay = a.y;
  const Rational dx = Rational(b.x) - ax;
  const Rational dy = Rational(b.y) - ay;
  std::vector<Rational> at{0, 1};
  const auto cut = [&](const Rational& from, const Rational& along, int count) {
    for (int line = 0; along != 0 && line <= count; ++line) {
      const Rational t = (line - from) / along;
      if (t > 0 && t < 1) at.push_back(t);
    }
  };
  cut(ax, dx, raster.width());
  cut(ay, dy, raster.height());
  std::sort(at.begin(), at.end());
  const auto cells = [](const Rational& v) {
    // Returns the two cells on both sides of a coordinate v. If v is a whole number, it lies on the
    // border of two cells. v is not negative, so the division rounds down.
    const boost::multiprecision::cpp_int whole = numerator(v) / denominator(v);
    const int below = static_cast<int>(whole);
    return denominator(v) == 1 ? std::pair(below - 1, below) : std::pair(below, below);
  };
  Rational sum = 0;
  for (std::size_t k = 1; k < at.size(); ++k) {
    if (at[k] == at[k - 1]) continue;
    const Rational middle = (at[k] + at[k - 1]) / 2;
    const auto [i0, i1] = cells(ax + middle * dx);
    const auto [j0, j1] = cells(ay + middle * dy);
    double least = kInfinity;
    for (const int j : {j0, j1}) {
      for (const int i : {i0, i1}) {
        if (raster.at_or_blocked(i, j) == Raster::kBlocked) continue;
        least = std::min(least, terrain.cost(i, j));
      }
    }
    if (least == kInfinity) return kInfinity;
    sum += (at[k] - at[k - 1]) * Rational(least);
  }
  return static_cast<double>(sum) * distance(a, b);
}

TEST(PathCost, EqualsTheSumOverRationalCrossings) {
  std::mt19937 random(5);
  int legal = 0;
  int infinite = 0;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const test::World world = test::random_raster(seed, 9, 7, seed % 3 == 0 ? 0 : 0.15, 1);
    const Raster& raster = std::get<Raster>(world.input);
    const Terrain terrain = random_terrain(random, 9, 7);
    const FreeSpace space = FreeSpace::from_raster(raster, terrain);
    const PathChecker checker(space);
    std::vector<Point> points = test::probe_points(space, random, 150);
    // Adds lattice points and centres, so that segments pass through corners of cells.
    for (int k = 0; k < 60; ++k) {
      points.push_back(
          {0.5 * static_cast<double>(random() % 19), 0.5 * static_cast<double>(random() % 15)});
    }
    for (std::size_t k = 0; k < 1500; ++k) {
      const Point a = points[random() % points.size()];
      const Point b = points[random() % points.size()];
      if (!Box{{0, 0}, {9, 7}}.contains(a) || !Box{{0, 0}, {9, 7}}.contains(b) || a == b) continue;
      const Path path{a, b};
      const double expected = by_crossings(raster, terrain, a, b);
      const double cost = path_cost(space, path);
      if (expected == kInfinity) {
        EXPECT_EQ(cost, kInfinity);
        ++infinite;
      } else {
        EXPECT_NEAR(cost, expected, 1e-12 * expected);
      }
      if (!checker.check(path).legal) continue;
      EXPECT_LT(cost, kInfinity);
      const Path back{b, a};
      EXPECT_NEAR(path_cost(space, back), cost, 1e-12 * cost);
      ++legal;
    }
  }
  EXPECT_GT(legal, 3000);
  EXPECT_GT(infinite, 300);
}

TEST(PathCost, IsTheLengthIfAllCostsAreOne) {
  std::mt19937 random(2);
  const test::World world = test::random_raster(4, 12, 12, 0.1, 1);
  const Raster& raster = std::get<Raster>(world.input);
  const FreeSpace plain = FreeSpace::from_raster(raster);
  const FreeSpace space = FreeSpace::from_raster(raster, Terrain(12, 12));
  const PathChecker checker(space);
  const std::vector<Point> points = test::probe_points(space, random, 100);
  int legal = 0;
  for (int k = 0; k < 2000; ++k) {
    const Path path = test::random_path(points, random);
    EXPECT_EQ(path_cost(plain, path), length(path));
    if (!checker.check(path).legal) continue;
    EXPECT_EQ(path_cost(space, path), length(path));
    ++legal;
  }
  EXPECT_GT(legal, 100);
}

/// A world with two rows of land. Row 0 has the cost `upper`, and row 1 the cost `lower`.
FreeSpace strip(Raster raster, double upper, double lower) {
  Terrain terrain(raster.width(), 2);
  for (int x = 0; x < raster.width(); ++x) {
    terrain.set_cost(x, 0, upper);
    terrain.set_cost(x, 1, lower);
  }
  return FreeSpace::from_raster(std::move(raster), std::move(terrain));
}

TEST(PathCost, AlongALineTheCheaperCellCounts) {
  EXPECT_EQ(path_cost(strip(Raster(4, 2, 1), 3, 5), Path{{0, 1}, {4, 1}}), 12);
  EXPECT_EQ(path_cost(strip(Raster(4, 2, 1), 3, 5), Path{{4, 2}, {0, 2}}), 20);
  Raster half(4, 2, 1);
  for (int x = 0; x < 2; ++x) half.set(x, 0, Raster::kBlocked);
  EXPECT_EQ(path_cost(strip(half, 3, 5), Path{{0, 1}, {4, 1}}), 16);
}

// Regression: a path along a coast that continues on land was charged the cost of the sea.
TEST(PathCost, AlongACoastThePathsOwnSideCounts) {
  Raster raster(4, 2, 1);
  for (int x = 0; x < 4; ++x) raster.set(x, 0, 2);
  const FreeSpace space = strip(raster, 1, 3);
  const Path by_land{{0, 1}, {4, 1}, {4, 1.5}};
  const Path by_sea{{0, 0.5}, {0, 1}, {4, 1}};
  const Path either{{0, 1}, {4, 1}};
  EXPECT_EQ(path_cost(space, by_land), 13.5);
  EXPECT_EQ(path_cost(space, by_sea), 4.5);
  EXPECT_EQ(path_cost(space, either), 4);
}

TEST(PathCost, IsInfiniteOutsideAndZeroForAPathOfOnePoint) {
  const FreeSpace space = strip(Raster(4, 2, 1), 3, 5);
  EXPECT_EQ(path_cost(space, Path{{1, 1}, {1, 3}}), kInfinity);
  EXPECT_EQ(path_cost(space, Path{{1, 1}, {1e300, 1}}), kInfinity);
  EXPECT_EQ(path_cost(space, Path{}), 0);
  EXPECT_EQ(path_cost(space, Path{{1, 1}}), 0);
  EXPECT_EQ(path_cost(space, Path{{1, 1}, {1, 1}}), 0);
}

}  // namespace
}  // namespace fairway
