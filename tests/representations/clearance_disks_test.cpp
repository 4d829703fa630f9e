#include "algorithms/representations/clearance_disks/clearance_disks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>
#include <vector>

#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Disk = ClearanceDisks::Disk;

/// Two rooms of 10 x 10 with a door of width 2 between them.
FreeSpace rooms() {
  return FreeSpace::from_polygons({{{{{0, 0},
                                      {10, 0},
                                      {10, 4},
                                      {11, 4},
                                      {11, 0},
                                      {21, 0},
                                      {21, 10},
                                      {11, 10},
                                      {11, 6},
                                      {10, 6},
                                      {10, 10},
                                      {0, 10}},
                                     true}}});
}

TEST(ClearanceDisks, TheWidthIsHalfOfTheCommonChord) {
  EXPECT_NEAR(ClearanceDisks::width({{0, 0}, 5}, {{8, 0}, 5}), 3, 1e-9);
  EXPECT_NEAR(ClearanceDisks::width({{0, 0}, 5}, {{3, 0}, 4}), 4, 1e-9);
  EXPECT_EQ(ClearanceDisks::width({{0, 0}, 5}, {{1, 0}, 2}), 2);
  EXPECT_EQ(ClearanceDisks::width({{0, 0}, 5}, {{0, 0}, 2}), 2);
  EXPECT_EQ(ClearanceDisks::width({{0, 0}, 5}, {{10, 0}, 5}), 0);
  EXPECT_EQ(ClearanceDisks::width({{0, 0}, 1}, {{10, 0}, 5}), 0);
}

/// width() returns the least distance between two sets: the segment that joins the centres, and the
/// boundary of the union of the disks. The test samples both sets, so width() may be slightly below
/// the least sampled distance.
TEST(ClearanceDisks, TheWidthIsTheClearanceInTheUnionOfTwoDisks) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> number(0.1, 5);
  for (int i = 0; i < 300; ++i) {
    const Disk a{{0, 0}, number(random)};
    const Disk b{{number(random), number(random)}, number(random)};
    if (distance(a.centre, b.centre) >= a.radius + b.radius) {
      EXPECT_EQ(ClearanceDisks::width(a, b), 0);
      continue;
    }
    std::vector<Point> boundary;
    const auto add = [&](const Disk& disk, const Disk& other) {
      constexpr int kSamples = 720;
      for (int k = 0; k < kSamples; ++k) {
        const double angle = k * 2 * std::numbers::pi / kSamples;
        const Point p = disk.centre + disk.radius * Point{std::cos(angle), std::sin(angle)};
        if (distance(p, other.centre) >= other.radius) boundary.push_back(p);
      }
    };
    add(a, b);
    add(b, a);
    double least = std::numeric_limits<double>::infinity();
    constexpr int kSteps = 60;
    for (int t = 0; t <= kSteps; ++t) {
      const Point centre = (static_cast<double>(t) / kSteps) * b.centre;
      for (const Point p : boundary) least = std::min(least, distance(centre, p));
    }
    EXPECT_LE(ClearanceDisks::width(a, b), least + 1e-12) << i;
    // If one disk lies inside the other, width() is only a lower bound.
    if (distance(a.centre, b.centre) < std::abs(a.radius - b.radius)) continue;
    EXPECT_GE(ClearanceDisks::width(a, b), least - 0.1) << i;
  }
}

TEST(ClearanceDisks, DisksTouchWallsAndRowsDescend) {
  const FreeSpace space = rooms();
  const auto graph = ClearanceDisks::build(space, {.samples = 2000});
  const WallDistance walls(space);
  std::size_t disks = 0;
  std::vector<Point> sides;
  graph.draw([&](Point a, Point) { sides.push_back(a); });
  ASSERT_EQ(sides.size(), 16 * graph.graph().vertex_count());
  for (Vertex v = 0; v < static_cast<Vertex>(graph.graph().vertex_count()); ++v) {
    const double radius = distance(graph.position(v), sides[16 * static_cast<std::size_t>(v)]);
    EXPECT_NEAR(radius, walls.of(graph.position(v)), 1e-9);
    ++disks;
  }
  EXPECT_GT(disks, 20U);
  EXPECT_LT(disks, 1000U);
  EXPECT_GT(graph.report().covered_area, 0.9 * space.area());
  EXPECT_LE(graph.report().covered_area, space.area());
}

/// The door has width 2. So a disc passes the door if its radius is below 1 by at least a small
/// tolerance.
TEST(ClearanceDisks, OneGraphServesRadiiUpToTheDoor) {
  const FreeSpace space = rooms();
  const auto graph = ClearanceDisks::build(space, {.samples = 20'000});
  const auto passes = [&](double radius) {
    const WideGraph wide = graph.graph(radius);
    std::vector<bool> seen(num_vertices(wide), false);
    std::vector<Vertex> open;
    for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(wide)); ++v) {
      if (graph.position(v).x < 5 && !seen[static_cast<std::size_t>(v)]) {
        seen[static_cast<std::size_t>(v)] = true;
        open.push_back(v);
      }
    }
    while (!open.empty()) {
      const Vertex v = open.back();
      open.pop_back();
      if (graph.position(v).x > 16) return true;
      for (auto [e, end] = out_edges(v, wide); e != end; ++e) {
        const auto w = static_cast<std::size_t>(target(*e, wide));
        if (!seen[w]) open.push_back(target(*e, wide));
        seen[w] = true;
      }
    }
    return false;
  };
  EXPECT_TRUE(passes(0));
  EXPECT_TRUE(passes(0.9));
  EXPECT_FALSE(passes(1));
  EXPECT_FALSE(passes(1.1));
}

TEST(ClearanceDisks, RefusesOptionsOutOfRange) {
  EXPECT_THROW(ClearanceDisks::build(rooms(), {.samples = 0}), std::invalid_argument);
  EXPECT_THROW(ClearanceDisks::build(rooms(), {.seed = -1}), std::invalid_argument);
}

}  // namespace
}  // namespace fairway
