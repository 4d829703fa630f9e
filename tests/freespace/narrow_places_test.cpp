#include "algorithms/freespace/narrow_places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Number = boost::multiprecision::cpp_rational;

struct Exact {
  Number x;
  Number y;
};
Exact exact(Point p) { return {Number(p.x), Number(p.y)}; }
Exact operator-(const Exact& a, const Exact& b) { return {a.x - b.x, a.y - b.y}; }
Number dot(const Exact& a, const Exact& b) { return a.x * b.x + a.y * b.y; }
int turn(const Exact& a, const Exact& b, const Exact& c) {
  const Exact u = b - a;
  const Exact v = c - a;
  return Number(u.x * v.y - u.y * v.x).sign();
}

/// Whether the direction from the corner's vertex to p is at least 90 degrees from both walls of
/// the corner.
bool leads_away(const FreeSpace& space, const Corner& corner, const Exact& p) {
  const Triangulation& mesh = space.triangulation();
  const Exact v = exact(mesh.point(corner.vertex));
  return dot(p - v, exact(mesh.point(corner.right)) - v) <= 0 &&
         dot(p - v, exact(mesh.point(corner.left)) - v) <= 0;
}

bool touches(const Wall& wall, const Exact& a, const Exact& b) {
  const Exact c = exact(wall.a);
  const Exact d = exact(wall.b);
  if (turn(a, b, c) * turn(a, b, d) > 0 || turn(c, d, a) * turn(c, d, b) > 0) return false;
  if (turn(a, b, c) != 0 || turn(a, b, d) != 0) return true;
  const auto along = [&](const Exact& p) { return dot(p - a, b - a); };
  return std::max(along(c), along(d)) >= 0 && std::min(along(c), along(d)) <= along(b);
}

/// Bounds of the width of the narrowest passage. `certain` is the least width of the segments that
/// certainly are passages. `possible` is the least width of the segments that may be passages.
struct Bounds {
  double certain = kInfinity;
  double possible = kInfinity;
};

Bounds brute_force(const FreeSpace& space) {
  Bounds bounds;
  const auto corners = space.corners();
  const Triangulation& mesh = space.triangulation();
  for (CornerId c = 0; c < static_cast<CornerId>(corners.size()); ++c) {
    const Corner& corner = space.corner(c);
    if (!corner.reflex) continue;
    const Point v = mesh.point(corner.vertex);
    for (CornerId o = 0; o < static_cast<CornerId>(corners.size()); ++o) {
      const Point p = mesh.point(space.corner(o).vertex);
      if (p == v || !leads_away(space, corner, exact(p)) ||
          !leads_away(space, space.corner(o), exact(v))) {
        continue;
      }
      const Sight seen = sight(space, space.locate(v), space.locate(p));
      const auto has = [](const Sides& sides, CornerId id) {
        return sides.side[0] == id || sides.side[1] == id;
      };
      if (!seen.visible || !has(seen.from, c) || !has(seen.to, o)) continue;
      bounds.certain = std::min(bounds.certain, distance(v, p));
    }
    for (const Wall& wall : space.walls()) {
      const Exact a = exact(wall.a);
      const Exact way = exact(wall.b) - a;
      const Number share = dot(exact(v) - a, way) / dot(way, way);
      if (share <= 0 || share >= 1 || turn(a, exact(wall.b), exact(v)) == 0) continue;
      const Exact foot{a.x + share * way.x, a.y + share * way.y};
      if (!leads_away(space, corner, foot)) continue;
      const bool clear = std::ranges::all_of(space.walls(), [&](const Wall& other) {
        const bool same = other.a == wall.a && other.b == wall.b;
        return same || other.a == v || other.b == v || !touches(other, exact(v), foot);
      });
      const Exact d = foot - exact(v);
      const double width = std::sqrt(dot(d, d).convert_to<double>());
      bounds.possible = std::min(bounds.possible, width);
      if (!clear) continue;
      // `clear` says whether other walls cross the segment, but it ignores walls that end in the
      // vertex. For these walls, this code checks that the segment begins inside the wedge of the
      // corner.
      const Point near{v.x + (foot.x.convert_to<double>() - v.x) / 1024,
                       v.y + (foot.y.convert_to<double>() - v.y) / 1024};
      const Sight seen = sight(space, space.locate(v), space.locate(near));
      if (seen.visible && (seen.from.side[0] == c || seen.from.side[1] == c)) {
        bounds.certain = std::min(bounds.certain, width);
      }
    }
  }
  bounds.possible = std::min(bounds.possible, bounds.certain);
  return bounds;
}

TEST(NarrowestPassage, EqualsBruteForceOverAllPairs) {
  int with_passage = 0;
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(31, 12)) worlds.push_back(std::move(world));
  for (const test::World& world : worlds) {
    const FreeSpace space = test::build(world);
    const Bounds bounds = brute_force(space);
    const auto found = narrowest_passage(space);
    const double width = found ? found->width : kInfinity;
    if (bounds.certain < kInfinity) {
      ++with_passage;
      EXPECT_LE(width, bounds.certain * (1 + 1e-12)) << world.name;
    }
    if (found) {
      EXPECT_GE(width, bounds.possible * (1 - 1e-12)) << world.name;
      EXPECT_NEAR(distance(found->a, found->b), width, 1e-9 * width) << world.name;
    }
  }
  EXPECT_GT(with_passage, 50);
}

FreeSpace of_rings(std::vector<Ring> rings, std::vector<Polygons::Segment> walls = {}) {
  Polygons polygons;
  for (Ring& ring : rings) polygons.parts.push_back({std::move(ring), polygons.parts.empty()});
  polygons.walls = std::move(walls);
  return FreeSpace::from_polygons(polygons);
}

const Ring kSquare{{0, 0}, {10, 0}, {10, 10}, {0, 10}};

TEST(NarrowestPassage, IsKnownForSmallWorlds) {
  EXPECT_FALSE(narrowest_passage(of_rings({kSquare})));
  const auto beside = narrowest_passage(of_rings({kSquare, {{4, 1}, {6, 1}, {6, 6}, {4, 6}}}));
  ASSERT_TRUE(beside);
  EXPECT_EQ(beside->width, 1);
  // The two corners face each other.
  const auto between = narrowest_passage(of_rings(
      {kSquare, {{3, 3}, {4.5, 3}, {4.5, 4.5}, {3, 4.5}}, {{5, 5}, {6, 5}, {6, 6}, {5, 6}}}));
  ASSERT_TRUE(between);
  EXPECT_DOUBLE_EQ(between->width, std::sqrt(0.5));
  // The narrowest passage is from the end of the wall to the side of the square.
  const auto door = narrowest_passage(of_rings({kSquare}, {{{0, 5}, {9, 5}}}));
  ASSERT_TRUE(door);
  EXPECT_EQ(door->width, 1);
  EXPECT_EQ(door->a, (Point{9, 5}));
  EXPECT_EQ(door->b, (Point{10, 5}));
}

TEST(SmallestAngle, IsBetweenNeighboursAboutAVertex) {
  EXPECT_EQ(smallest_angle(of_rings({kSquare})).degrees, 90);
  const BorderAngle wedge = smallest_angle(of_rings({{{0, 0}, {8, 0}, {8, 1}}}));
  EXPECT_DOUBLE_EQ(wedge.degrees, std::atan2(1, 8) * 180 / M_PI);
  EXPECT_EQ(wedge.at, (Point{0, 0}));
  // A wall begins in a corner of the square. Its angle to the side of the square is 1e-9 radians.
  EXPECT_NEAR(smallest_angle(of_rings({kSquare}, {{{0, 0}, {5, 5e-9}}})).degrees, 1e-9 * 180 / M_PI,
              1e-20);
}

TEST(NearVertices, CountsNearPairs) {
  const FreeSpace space =
      of_rings({kSquare, {{4, 1}, {6, 1}, {6, 6}, {6 - 1e-7, 6}, {4, 6}, {4, 6 - 2e-7}}});
  const NearVertices near = near_vertices(space, 1e-5, 100);
  EXPECT_EQ(near.pairs, 2u);
  EXPECT_NEAR(near.nearest.width, 1e-7, 1e-15);
  EXPECT_EQ(near_vertices(space, 1e-5, 1).pairs, 1u);
  EXPECT_EQ(near_vertices(space, 1e-8, 100).pairs, 0u);
  EXPECT_EQ(near_vertices(of_rings({kSquare}), 1e-8, 100).nearest.width, 10);
  EXPECT_EQ(near_vertices(of_rings({kSquare}), 11, 100).pairs, 4u);
}

TEST(DotSign, IsExact) {
  const double tiny = std::numeric_limits<double>::epsilon();
  EXPECT_EQ(dot_sign({0, 0}, {1, 1}, {0, 0}, {1, -1}), 0);
  EXPECT_EQ(dot_sign({0, 0}, {1, 1}, {0, 0}, {1 + tiny, -1}), 1);
  EXPECT_EQ(dot_sign({0, 0}, {1, 1}, {0, 0}, {1 - tiny / 2, -1}), -1);
  EXPECT_EQ(dot_sign({1e17, 0.5}, {1, 1}, {1e17, 3}, {1e17, 2.5}), -1);
  EXPECT_EQ(dot_sign({3, 3}, {3, 3}, {1, 2}, {5, 6}), 0);
}

}  // namespace
}  // namespace fairway
