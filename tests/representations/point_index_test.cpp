#include "algorithms/representations/point_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace fairway {
namespace {

std::vector<double> distances(Point p, const std::vector<Point>& points,
                              const std::vector<Vertex>& found) {
  std::vector<double> result;
  for (const Vertex v : found) result.push_back(distance(p, points[static_cast<std::size_t>(v)]));
  return result;
}

/// Points on a small lattice. Many points coincide, and many have equal distances.
std::vector<Point> lattice_points(std::mt19937& random, int count) {
  std::uniform_int_distribution<int> coordinate(0, 12);
  std::vector<Point> points;
  for (int i = 0; i < count; ++i) {
    points.push_back({static_cast<double>(coordinate(random)), coordinate(random) / 2.0});
  }
  return points;
}

TEST(PointIndex, FindsThePointsThatBruteForceFinds) {
  std::mt19937 random(5);
  std::vector<Vertex> found;
  for (const int count : {1, 2, 9, 40, 300}) {
    const std::vector<Point> points = lattice_points(random, count);
    const PointIndex index(points);
    for (const Point p : lattice_points(random, 50)) {
      std::vector<Vertex> all(points.size());
      std::iota(all.begin(), all.end(), 0);
      std::vector<double> expected = distances(p, points, all);
      std::sort(expected.begin(), expected.end());
      for (const std::size_t k : {std::size_t{1}, std::size_t{8}, PointIndex::kMostNearest}) {
        index.nearest(p, k, found);
        const auto size = static_cast<std::ptrdiff_t>(std::min(k, points.size()));
        EXPECT_EQ(distances(p, points, found),
                  std::vector<double>(expected.begin(), expected.begin() + size));
        std::sort(found.begin(), found.end());
        EXPECT_EQ(std::unique(found.begin(), found.end()), found.end());
      }
    }
  }
}

TEST(PointIndex, IsMovedWithItsPoints) {
  std::mt19937 random(6);
  std::vector<Point> points = lattice_points(random, 100);
  PointIndex index(points);
  const std::vector<Point> moved_points = std::move(points);
  const PointIndex moved = std::move(index);
  std::vector<Vertex> found;
  moved.nearest(moved_points[42], 1, found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(moved_points[static_cast<std::size_t>(found[0])], moved_points[42]);
  EXPECT_GT(moved.memory_bytes(), 100 * sizeof(std::uint32_t));
}

TEST(PointIndex, OfNoPointsFindsNone) {
  const PointIndex index{std::vector<Point>{}};
  std::vector<Vertex> found{1, 2, 3};
  index.nearest({0, 0}, 8, found);
  EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace fairway
