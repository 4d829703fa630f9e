#include "algorithms/freespace/convex_partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "algorithms/geometry/predicates.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

bool before(Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// Whether every turn is left or straight, and the ring turns around once.
bool is_convex(const std::vector<Point>& ring) {
  const std::size_t n = ring.size();
  int rises = 0;  // upward edges after a downward edge; one if the ring turns around once
  bool turns = false;
  for (std::size_t i = 0; i < n; ++i) {
    const Point a = ring[i];
    const Point b = ring[(i + 1) % n];
    const Point c = ring[(i + 2) % n];
    const int turn = orientation(a, b, c);
    if (turn < 0 || (turn == 0 && !strictly_between(a, b, c))) return false;
    turns = turns || turn > 0;
    if (before(b, a) && before(b, c)) ++rises;
  }
  return turns && rises == 1;
}

double area(const std::vector<Point>& ring) {
  double twice = 0;
  for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
    const Point u{ring[i].x - ring[0].x, ring[i].y - ring[0].y};
    const Point v{ring[i + 1].x - ring[0].x, ring[i + 1].y - ring[0].y};
    twice += u.x * v.y - u.y * v.x;
  }
  return twice / 2;
}

std::vector<Point> points(const FreeSpace& space, const ConvexPartition& partition, PolygonId p) {
  std::vector<Point> ring;
  for (const HalfEdge h : partition.ring(p)) ring.push_back(space.triangulation().origin_point(h));
  return ring;
}

/// Checks three properties of a partition:
/// - Each polygon is convex.
/// - Each free triangle is in exactly one polygon.
/// - Each side of a polygon is either blocked or shared with another polygon.
void expect_partition(const FreeSpace& space, const ConvexPartition& partition) {
  const Triangulation& mesh = space.triangulation();
  std::vector<double> covered(partition.polygon_count(), 0);
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    const PolygonId p = partition.polygon_of(t);
    ASSERT_EQ(p != kNoPolygon, mesh.is_free(t));
    if (p == kNoPolygon) continue;
    const HalfEdge h = Triangulation::half_edge(t, 0);
    covered[static_cast<std::size_t>(p)] +=
        area({mesh.origin_point(h), mesh.destination_point(h), mesh.apex_point(h)});
  }
  double sum = 0;
  std::set<HalfEdge> sides;
  for (std::size_t i = 0; i < partition.polygon_count(); ++i) {
    const auto p = static_cast<PolygonId>(i);
    const std::vector<Point> ring = points(space, partition, p);
    ASSERT_TRUE(is_convex(ring));
    const double whole = area(ring);
    ASSERT_NEAR(whole, covered[i], 1e-9 * whole);
    sum += whole;
    std::map<PolygonId, std::vector<Point>> shared;
    for (const HalfEdge h : partition.ring(p)) {
      ASSERT_TRUE(sides.insert(h).second);
      ASSERT_EQ(partition.polygon_of(Triangulation::triangle_of(h)), p);
      const HalfEdge twin = mesh.across(h);
      if (twin == kNoHalfEdge) continue;
      const PolygonId other = partition.polygon_of(Triangulation::triangle_of(twin));
      ASSERT_NE(other, p);
      ASSERT_EQ(std::ranges::count(partition.ring(other), twin), 1);
      ASSERT_EQ(mesh.origin(twin), mesh.destination(h));
      ASSERT_EQ(mesh.destination(twin), mesh.origin(h));
      std::vector<Point>& line = shared[other];
      line.push_back(mesh.origin_point(h));
      line.push_back(mesh.destination_point(h));
      for (const Point q : line) ASSERT_EQ(orientation(line[0], line[1], q), 0);
    }
  }
  ASSERT_NEAR(sum, space.area(), 1e-9 * space.area());
}

/// Checks that two polygons with a common whole side never form a convex polygon together.
void expect_minimal(const FreeSpace& space, const ConvexPartition& partition) {
  const Triangulation& mesh = space.triangulation();
  for (std::size_t i = 0; i < partition.polygon_count(); ++i) {
    const std::span<const HalfEdge> ring = partition.ring(static_cast<PolygonId>(i));
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const HalfEdge twin = mesh.across(ring[k]);
      if (twin == kNoHalfEdge) continue;
      std::vector<Point> joined;
      for (std::size_t j = 1; j < ring.size(); ++j) {
        joined.push_back(mesh.origin_point(ring[(k + j) % ring.size()]));
      }
      const std::span<const HalfEdge> beyond =
          partition.ring(partition.polygon_of(Triangulation::triangle_of(twin)));
      const auto at = static_cast<std::size_t>(std::ranges::find(beyond, twin) - beyond.begin());
      for (std::size_t j = 1; j < beyond.size(); ++j) {
        joined.push_back(mesh.origin_point(beyond[(at + j) % beyond.size()]));
      }
      ASSERT_FALSE(is_convex(joined));
    }
  }
}

void expect_partitions(const World& world) {
  SCOPED_TRACE(world.name);
  const FreeSpace space = build(world);
  const ConvexPartition triangles = ConvexPartition::of_triangles(space);
  const ConvexPartition merged = ConvexPartition::merged(space);
  expect_partition(space, triangles);
  expect_partition(space, merged);
  expect_minimal(space, merged);
  EXPECT_LE(merged.polygon_count(), triangles.polygon_count());
  for (const std::size_t most : {3U, 4U, 6U}) {
    const ConvexPartition limited = ConvexPartition::merged(space, most);
    expect_partition(space, limited);
    for (std::size_t p = 0; p < limited.polygon_count(); ++p) {
      ASSERT_LE(limited.ring(static_cast<PolygonId>(p)).size(), most);
    }
  }
  for (std::size_t p = 0; p < triangles.polygon_count(); ++p) {
    ASSERT_EQ(triangles.ring(static_cast<PolygonId>(p)).size(), 3U);
  }
  // Each edge between two polygons ends at a reflex corner, and at most two edges end at each
  // reflex corner. A component without edges is one polygon, and each edge adds at most one
  // polygon.
  const auto reflex =
      static_cast<std::size_t>(std::ranges::count(space.corners(), true, &Corner::reflex));
  EXPECT_LE(merged.polygon_count(), 2 * reflex + static_cast<std::size_t>(space.component_count()));
}

TEST(ConvexPartition, PolygonsAreConvexAndTileTheSpace) {
  for (const World& world : fixture_worlds()) expect_partitions(world);
  for (const World& world : extreme_worlds()) expect_partitions(world);
  for (const World& world : random_worlds(500, 200)) expect_partitions(world);
}

std::size_t merged_count(const Polygons& polygons) {
  const FreeSpace space = FreeSpace::from_polygons(polygons);
  const ConvexPartition merged = ConvexPartition::merged(space);
  expect_partition(space, merged);
  expect_minimal(space, merged);
  return merged.polygon_count();
}

Ring square(double x, double y, double side) {
  return {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
}

TEST(ConvexPartition, HandMadeWorldsHaveKnownCounts) {
  EXPECT_EQ(merged_count({{{square(0, 0, 4), true}}, {}}), 1U);
  // Vertices inside straight walls add no polygon.
  EXPECT_EQ(merged_count({{{{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {1, 4}, {0, 4}}, true}}, {}}), 1U);
  EXPECT_EQ(merged_count({{{{{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}}, true}}, {}}), 2U);
  // A square with a square hole. The hole has four reflex corners and needs four edges between
  // polygons. The first edge adds no polygon, because it only joins the hole to the outline.
  EXPECT_EQ(merged_count({{{square(0, 0, 6), true}, {square(2, 2, 2), false}}, {}}), 4U);
  // Squares that touch only in a corner are not joined. Separate squares are not joined either.
  EXPECT_EQ(merged_count({{{square(0, 0, 2), true}, {square(2, 2, 2), true}}, {}}), 2U);
  EXPECT_EQ(merged_count({{{square(0, 0, 2), true}, {square(4, 4, 2), true}}, {}}), 2U);
}

TEST(ConvexPartition, WallsOfZeroWidthAreSides) {
  // In the first world, the wall divides the square. In the second world, the wall is diagonal, and
  // two edges between polygons extend it to corners of the square.
  EXPECT_EQ(merged_count(
                {{{{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}}, true}}, {{{2, 0}, {2, 4}}}}),
            2U);
  EXPECT_EQ(merged_count({{{square(0, 0, 3), true}}, {{{1, 1}, {2, 2}}}}), 2U);
  // At a free end of a wall, two edges between polygons are needed, unless one edge extends the
  // wall in a straight line.
  EXPECT_EQ(merged_count({{{square(0, 0, 4), true}}, {{{1, 1.5}, {3, 2}}}}), 4U);
}

TEST(ConvexPartition, ConvexityIsExact) {
  // The middle vertex lies beside the line y = x by one unit in the last place: below the line in
  // the first world, above it in the second world.
  const double half = 0.5;
  const double up = std::nextafter(half, 1.0);
  const double down = std::nextafter(half, 0.0);
  EXPECT_EQ(merged_count({{{{{0, 0}, {half, down}, {1, 1}, {0, 1}}, true}}, {}}), 1U);
  EXPECT_EQ(merged_count({{{{{0, 0}, {half, up}, {1, 1}, {0, 1}}, true}}, {}}), 2U);
}

}  // namespace
}  // namespace fairway::test
