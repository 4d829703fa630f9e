#include "algorithms/freespace/insertion_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/freespace/constrained_delaunay.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

using Constraint = std::pair<VertexId, VertexId>;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

/// A corridor of width 1 that winds as a square spiral. The wall between two turns of the spiral
/// also has width 1. All vertices are on four rays.
FreeSpace square_spiral(int vertices) {
  const auto corner = [](int k, double offset) -> Point {
    const double r = 2.0 * (k / 4) + 2 + offset;
    switch (k % 4) {
      case 0:
        return {r, 2 - r};
      case 1:
        return {r, r};
      case 2:
        return {-r, r};
      default:
        return {-r, -r};
    }
  };
  Ring ring;
  for (int k = 0; k < vertices / 2; ++k) ring.push_back(corner(k, 0.5));
  for (int k = vertices / 2; k-- > 0;) ring.push_back(corner(k, -0.5));
  return FreeSpace::from_polygons({{{std::move(ring), true}}});
}

/// A corridor with long parallel teeth above it. The teeth lean to the right so far that the upper
/// end of each tooth is above the lower end of the tooth that is teeth / 2 places farther right.
FreeSpace leaning_comb(int teeth) {
  const double height = 8.0 * teeth;
  Ring ring{{0, 0}, {2.0 * teeth, 0}, {2.0 * teeth, 2}};
  for (int i = teeth; i-- > 0;) {
    const double x = 2.0 * i;
    for (const Point p : {Point{x + teeth + 2, height}, Point{x + teeth + 1, height},
                          Point{x + 1, 2}, Point{x, 2}}) {
      ring.push_back(p);
    }
  }
  return FreeSpace::from_polygons({{{std::move(ring), true}}});
}

/// Walls from the middle of a square in all directions.
FreeSpace asterisk(int walls) {
  Polygons world{{{{{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, true}}};
  for (int i = 0; i < walls; ++i) {
    const double angle = 2 * std::numbers::pi * i / walls;
    world.walls.push_back({{0, 0}, {std::cos(angle), std::sin(angle)}});
  }
  return FreeSpace::from_polygons(world);
}

/// Inserts the points in this order. Returns the number of created triangles: each insertion
/// creates all triangles at the new point.
std::int64_t triangles_made(std::span<const Point> points, std::span<const std::int32_t> order) {
  std::vector<Point> inserted;
  std::int64_t made = 0;
  for (const std::int32_t i : order) {
    inserted.push_back(points[at(i)]);
    const auto last = static_cast<VertexId>(inserted.size() - 1);
    bool flat = true;
    for (const Point p : inserted) {
      flat = flat && orientation(inserted.front(), inserted[inserted.size() / 2], p) == 0;
    }
    if (flat) continue;
    for (const Triangulation::Triangle& t : constrained_delaunay(inserted, {})) {
      made += std::ranges::count(t.vertex, last);
    }
  }
  return made;
}

/// Inserts the constraints in this order. Returns the number of edges that they cross in total.
std::int64_t edges_crossed(const std::vector<Point>& points,
                           const std::vector<Constraint>& constraints,
                           std::span<const std::int32_t> order) {
  std::vector<Constraint> inserted;
  std::int64_t crossed = 0;
  for (const std::int32_t i : order) {
    const Constraint next = constraints[at(i)];
    const Point a = points[at(next.first)];
    const Point b = points[at(next.second)];
    for (const Triangulation::Triangle& t : constrained_delaunay(points, inserted)) {
      for (std::size_t k = 0; k < 3; ++k) {
        const VertexId u = t.vertex[k];
        const VertexId v = t.vertex[(k + 1) % 3];
        crossed += u < v && cross_properly(a, b, points[at(u)], points[at(v)]) ? 1 : 0;
      }
    }
    inserted.push_back(next);
  }
  return crossed;
}

std::vector<std::int32_t> by_number(std::size_t count) {
  std::vector<std::int32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

TEST(InsertionOrder, HoldsEachNumberOnceInAscendingRounds) {
  for (const std::int32_t count : {0, 1, 2, 7, 1000, 100000}) {
    const std::vector<std::int32_t> order = insertion_order(count);
    std::vector<std::int32_t> sorted = order;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, by_number(at(count)));
    int rounds = 1;
    for (std::size_t i = 1; i < order.size(); ++i) rounds += order[i] < order[i - 1] ? 1 : 0;
    EXPECT_LE(rounds, 16);
  }
}

TEST(InsertionOrder, SpreadsEachRoundOverAllNumbers) {
  const std::int32_t count = 1 << 16;
  const std::vector<std::int32_t> order = insertion_order(count);
  std::vector<double> eighths(8, 0);
  std::int32_t before = 0;
  for (std::int32_t n = 0; n < count; ++n) {
    ++eighths[at(order[at(n)] / (count / 8))];
    const bool ends = n + 1 == count || order[at(n + 1)] < order[at(n)];
    if (!ends || n < 1000) continue;
    for (const double share : eighths) EXPECT_NEAR(share * 8 / (n + 1), 1, 0.3);
    if (before > 0) {
      EXPECT_NEAR(1.0 * n / before, 4, 0.5);
    }
    before = n;
  }
  EXPECT_GT(before, 0);
}

// Regression: points were inserted along a Hilbert curve. If all points are on a few lines, each
// new point then gets edges to most points of the line that was inserted before.
TEST(InsertionOrder, InsertingASpiralMakesFewEdges) {
  const FreeSpace space = square_spiral(400);
  const std::span<const Point> points = space.triangulation().points();
  const auto count = static_cast<std::int64_t>(points.size());
  EXPECT_GT(triangles_made(points, by_number(points.size())), 25 * count);
  EXPECT_LT(triangles_made(points, insertion_order(static_cast<std::int32_t>(count))), 8 * count);
}

// Regression: constraints were inserted in the order of their numbers. Each constraint then crossed
// all edges that the preceding constraint had left.
TEST(InsertionOrder, SidesOfALeaningCombCrossFewEdges) {
  const FreeSpace space = leaning_comb(80);
  const std::span<const Point> all = space.triangulation().points();
  const std::vector<Point> points(all.begin(), all.end());
  std::vector<Constraint> sides;
  const auto number = [&](Point p) {
    return static_cast<VertexId>(std::ranges::find(points, p) - points.begin());
  };
  for (const Wall& wall : space.walls()) {
    sides.push_back(std::minmax(number(wall.a), number(wall.b)));
  }
  std::ranges::sort(sides);
  const auto count = static_cast<std::int64_t>(sides.size());
  EXPECT_GT(edges_crossed(points, sides, by_number(sides.size())), 15 * count);
  EXPECT_LT(edges_crossed(points, sides, insertion_order(static_cast<std::int32_t>(count))),
            6 * count);
}

/// The triangles as positions of corners, sorted. Each triangle starts at its least corner.
std::vector<std::array<Point, 3>> shapes(std::span<const Point> points,
                                         const std::vector<Constraint>& constraints) {
  std::vector<std::array<Point, 3>> all;
  for (const Triangulation::Triangle& t : constrained_delaunay(points, constraints)) {
    std::array<Point, 3> corners{};
    std::ranges::transform(t.vertex, corners.begin(), [&](VertexId v) { return points[at(v)]; });
    std::rotate(corners.begin(), std::ranges::min_element(corners, std::less<>{}), corners.end());
    all.push_back(corners);
  }
  std::ranges::sort(all, std::less<>{});
  return all;
}

TEST(InsertionOrder, DoesNotAffectTheTriangulationOfCocircularPoints) {
  const std::int32_t side = 12;
  std::vector<Point> points;
  for (std::int32_t i = 0; i < side * side; ++i) {
    points.push_back({static_cast<double>(i % side), static_cast<double>(i / side)});
  }
  std::vector<Constraint> constraints;
  for (std::int32_t i = 1; i + 5 < side * side; i += 3 * side) constraints.emplace_back(i, i + 5);
  for (std::int32_t i = side; i + 1 < side * side; i += 3 * side) {
    constraints.emplace_back(i + 7, i + side + 9);
  }
  const std::vector<Point> reversed(points.rbegin(), points.rend());
  std::vector<Constraint> renumbered;
  for (const auto& [a, b] : constraints) {
    renumbered.emplace_back(side * side - 1 - b, side * side - 1 - a);
  }
  std::ranges::reverse(renumbered);
  EXPECT_EQ(shapes(points, constraints), shapes(reversed, renumbered));
}

// Regression: for each input edge, the code examined all edges of one of its vertices. This is slow
// for a vertex with many edges.
TEST(InsertionOrder, LargeWorldsOfLongEdgesAreTriangulated) {
  const FreeSpace spiral = square_spiral(20000);
  EXPECT_EQ(spiral.triangulation().points().size(), 20000U);
  EXPECT_EQ(spiral.walls().size(), 20000U);
  EXPECT_EQ(spiral.component_count(), 1);
  EXPECT_EQ(spiral.hole_count(), 0);

  const double teeth = 5000;
  const FreeSpace comb = leaning_comb(5000);
  EXPECT_EQ(comb.component_count(), 1);
  EXPECT_NEAR(comb.area(), 2 * teeth * 2 + teeth * (8 * teeth - 2), 1);

  const FreeSpace star = asterisk(20000);
  EXPECT_EQ(star.component_count(), 1);
  EXPECT_EQ(star.walls().size(), 20004U);
  EXPECT_NEAR(star.area(), 16, 1e-9);
}

}  // namespace
}  // namespace fairway
