#include "algorithms/representations/probabilistic_roadmap/probabilistic_roadmap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// A square of side 12 with a square hole in its middle third.
FreeSpace ring() {
  return FreeSpace::from_polygons(
      {{{{{0, 0}, {12, 0}, {12, 12}, {0, 12}}, true}, {{{4, 4}, {8, 4}, {8, 8}, {4, 8}}, false}}});
}

std::vector<Point> positions(const ProbabilisticRoadmap& roadmap) {
  std::vector<Point> all;
  for (Vertex v = 0; v < static_cast<Vertex>(roadmap.graph().vertex_count()); ++v) {
    all.push_back(roadmap.position(v));
  }
  return all;
}

TEST(ProbabilisticRoadmap, SamplesAreUniformAndRepeatable) {
  const FreeSpace space = ring();
  const auto points = positions(ProbabilisticRoadmap::build(space, {.samples = 8000}));
  ASSERT_EQ(points.size(), 8000U);
  EXPECT_EQ(points, positions(ProbabilisticRoadmap::build(space, {.samples = 8000})));
  EXPECT_NE(points, positions(ProbabilisticRoadmap::build(space, {.samples = 8000, .seed = 2})));
  // The square without its hole consists of eight squares of side 4. Each of them is expected to
  // contain 1000 of the points. 148 points are five standard deviations.
  std::vector<int> count(9);
  for (const Point p : points) {
    ++count[static_cast<std::size_t>(static_cast<int>(p.y / 4) * 3 + static_cast<int>(p.x / 4))];
  }
  for (std::size_t i = 0; i < count.size(); ++i) {
    EXPECT_NEAR(count[i], i == 4 ? 0 : 1000, i == 4 ? 0 : 148) << i;
  }
}

TEST(ProbabilisticRoadmap, MedialAxisSamplesAreAsFarFromTwoWalls) {
  const FreeSpace space = ring();
  using Sampling = ProbabilisticRoadmap::Sampling;
  const auto points = positions(
      ProbabilisticRoadmap::build(space, {.samples = 500, .sampling = Sampling::kMedialAxis}));
  ASSERT_GT(points.size(), 490U);
  for (const Point p : points) {
    // The distances to the sides of the outline and to the hole.
    const double dx = std::max({4 - p.x, p.x - 8, 0.0});
    const double dy = std::max({4 - p.y, p.y - 8, 0.0});
    std::vector<double> near{p.x, 12 - p.x, p.y, 12 - p.y, std::hypot(dx, dy)};
    std::sort(near.begin(), near.end());
    EXPECT_NEAR(near[0], near[1], 1e-4) << p.x << ' ' << p.y;
  }
}

TEST(ProbabilisticRoadmap, LinksAreShorterThanTheRadiusOfPrmStar) {
  const FreeSpace space = ring();
  const auto roadmap = ProbabilisticRoadmap::build(space, {.samples = 1000});
  const double radius = 2 * std::sqrt(1.5 * 128 / 3.14159265358979 * std::log(1000) / 1000);
  double longest = 0;
  for (Vertex v = 0; v < 1000; ++v) {
    for (const Vertex w : roadmap.graph().neighbours(v)) {
      longest = std::max(longest, distance(roadmap.position(v), roadmap.position(w)));
    }
  }
  EXPECT_LT(longest, radius);
  EXPECT_GT(longest, 0.99 * radius);
}

TEST(ProbabilisticRoadmap, RefusesOptionsOutOfRange) {
  const FreeSpace space = ring();
  EXPECT_THROW(ProbabilisticRoadmap::build(space, {.samples = 0}), std::invalid_argument);
  EXPECT_THROW(ProbabilisticRoadmap::build(space, {.seed = -1}), std::invalid_argument);
  EXPECT_LE(positions(ProbabilisticRoadmap::build(space, {.samples = 1})).size(), 1U);
}

}  // namespace
}  // namespace fairway
