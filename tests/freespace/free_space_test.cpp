#include "algorithms/freespace/free_space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

Polygons world(std::initializer_list<Ring> outlines, std::initializer_list<Ring> holes = {}) {
  Polygons polygons;
  for (const Ring& ring : outlines) polygons.parts.push_back({ring, true});
  for (const Ring& ring : holes) polygons.parts.push_back({ring, false});
  return polygons;
}

Ring box(double x0, double y0, double x1, double y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

int reflex_count(const FreeSpace& space) {
  return static_cast<int>(std::count_if(space.corners().begin(), space.corners().end(),
                                        [](const Corner& c) { return c.reflex; }));
}

/// Expects InvalidWorld. The error must name the part and contain `part_of_message`.
void expect_refused(const Polygons& polygons, const std::string& part_of_message, int part) {
  try {
    FreeSpace::from_polygons(polygons);
    FAIL() << "accepted: " << part_of_message;
  } catch (const InvalidWorld& e) {
    EXPECT_NE(std::string(e.what()).find(part_of_message), std::string::npos) << e.what();
    EXPECT_EQ(e.part(), part) << e.what();
  }
}

TEST(FreeSpace, ASquareWithAHole) {
  const FreeSpace space = FreeSpace::from_polygons(world({box(0, 0, 10, 10)}, {box(4, 4, 6, 6)}));
  EXPECT_EQ(space.area(), 96);
  EXPECT_EQ(space.hole_count(), 1);
  EXPECT_EQ(space.component_count(), 1);
  EXPECT_EQ(space.walls().size(), 8U);
  EXPECT_EQ(space.corners().size(), 8U);
  EXPECT_EQ(reflex_count(space), 4);
  EXPECT_EQ(space.box(), (Box{{0, 0}, {10, 10}}));
  EXPECT_EQ(space.locate({5, 5}).place, Place::kBlocked);
  EXPECT_EQ(space.locate({-1, 5}).place, Place::kBlocked);
  EXPECT_EQ(space.locate({4, 5}).place, Place::kEdge);
  EXPECT_EQ(space.locate({4, 4}).place, Place::kVertex);
  EXPECT_NE(space.locate({1, 2}).place, Place::kBlocked);
  EXPECT_EQ(space.locate({std::numeric_limits<double>::quiet_NaN(), 5}).place, Place::kBlocked);
}

/// The blocked edges of the triangulation that border free space.
std::vector<Wall> blocked_edges(const Triangulation& mesh) {
  std::vector<Wall> edges;
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    for (int i = 0; mesh.is_free(t) && i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (!mesh.blocked(h)) continue;
      const HalfEdge twin = mesh.twin(h);
      const bool both = twin != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(twin));
      const Point a = mesh.origin_point(h);
      const Point b = mesh.destination_point(h);
      if (a < b) {
        edges.push_back({a, b, true, both});
      } else if (!both) {
        edges.push_back({b, a, false, true});
      }
    }
  }
  std::ranges::sort(edges, {}, [](const Wall& w) { return std::tie(w.a, w.b); });
  return edges;
}

// The path checker uses walls that come from the input, and methods use walls of the triangulation.
// Both sets of walls must be equal.
TEST(FreeSpace, TheTriangulationBlocksTheWallsOfTheInput) {
  const auto expect_same = [](const FreeSpace& space) {
    const std::vector<Wall> blocked = blocked_edges(space.triangulation());
    ASSERT_EQ(space.walls().size(), blocked.size());
    for (std::size_t i = 0; i < blocked.size(); ++i) {
      const Wall& wall = space.walls()[i];
      EXPECT_EQ(std::tie(wall.a, wall.b), std::tie(blocked[i].a, blocked[i].b));
      EXPECT_EQ(wall.free_left, blocked[i].free_left);
      EXPECT_EQ(wall.free_right, blocked[i].free_right);
    }
  };
  std::vector<test::World> worlds = test::fixture_worlds();
  for (auto& more : {test::random_worlds(40, 12), test::extreme_worlds()}) {
    worlds.insert(worlds.end(), more.begin(), more.end());
  }
  for (const test::World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    expect_same(space);
    try {
      expect_same(eroded(space, 0.05 * (space.box().max.x - space.box().min.x)));
    } catch (const InvalidWorld&) {  // no free space is left
    }
  }
}

TEST(FreeSpace, WallsEndWhereOthersTouchThemAndCancelWhereHolesShareAnEdge) {
  Polygons polygons = world({box(0, 0, 10, 10)}, {box(2, 2, 5, 5), box(5, 3, 8, 4)});
  polygons.walls = {{{0, 7}, {4, 7}}, {{2, 7}, {2, 9}}};
  const FreeSpace space = FreeSpace::from_polygons(polygons);
  const auto has = [&](Wall w) {
    return std::ranges::count_if(space.walls(), [&](const Wall& v) {
             return v.a == w.a && v.b == w.b && v.free_left == w.free_left &&
                    v.free_right == w.free_right;
           }) == 1;
  };
  EXPECT_EQ(space.walls().size(), 5U + 5U + 3U + 3U);
  EXPECT_TRUE(has({{5, 2}, {5, 3}, false, true}));
  EXPECT_TRUE(has({{5, 4}, {5, 5}, false, true}));
  EXPECT_FALSE(has({{5, 3}, {5, 4}, true, false}));
  EXPECT_TRUE(has({{0, 0}, {0, 7}, false, true}));
  EXPECT_TRUE(has({{0, 7}, {2, 7}, true, true}));
  EXPECT_TRUE(has({{2, 7}, {2, 9}, true, true}));
}

TEST(FreeSpace, TheHashDependsOnContentOnly) {
  Ring turned = box(4, 4, 6, 6);
  std::reverse(turned.begin(), turned.end());
  std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  const auto hash = [](const Polygons& p) { return FreeSpace::from_polygons(p).content_hash(); };
  const auto original = hash(world({box(0, 0, 10, 10)}, {box(4, 4, 6, 6)}));
  EXPECT_EQ(original, hash(world({box(0, 0, 10, 10)}, {turned})));
  EXPECT_NE(original, hash(world({box(0, 0, 10, 10)}, {box(4, 4, 6, 6.5)})));
  EXPECT_EQ(hash(world({box(0, 0, 2, 2)})), hash(world({box(-0.0, -0.0, 2, 2)})));
}

TEST(FreeSpace, APinchHasTwoCorners) {
  const FreeSpace space =
      FreeSpace::from_polygons(world({box(0, 0, 10, 10)}, {box(2, 2, 5, 5), box(5, 5, 8, 8)}));
  const Location pinch = space.locate({5, 5});
  ASSERT_EQ(pinch.place, Place::kVertex);
  const auto corners = space.corners_of(space.triangulation().origin(pinch.half_edge));
  ASSERT_EQ(corners.size(), 2U);
  for (const CornerId c : corners) EXPECT_FALSE(space.corner(c).reflex);
}

TEST(FreeSpace, HolesThatShareAnEdgeAreOneObstacle) {
  const FreeSpace space = FreeSpace::from_polygons(
      world({box(0, 0, 10, 10)}, {box(2, 2, 5, 5), box(5, 3, 8, 4), box(0, 7, 3, 8)}));
  EXPECT_EQ(space.area(), 100 - 9 - 3 - 3);
  EXPECT_EQ(space.hole_count(), 1);
}

TEST(FreeSpace, AnIslandInALakeIsAnotherComponent) {
  const FreeSpace space =
      FreeSpace::from_polygons(world({box(0, 0, 10, 10), box(4, 4, 6, 6)}, {box(2, 2, 8, 8)}));
  EXPECT_EQ(space.component_count(), 2);
  EXPECT_EQ(space.area(), 100 - 36 + 4);
  EXPECT_NE(space.component(space.locate({1, 1})), space.component(space.locate({5, 5})));
}

TEST(FreeSpace, TwoClassesHaveAWallBetweenThem) {
  Raster raster(2, 1, 1);
  raster.set(1, 0, 2);
  const FreeSpace space = FreeSpace::from_raster(raster);
  EXPECT_EQ(space.component_count(), 2);
  EXPECT_EQ(space.area(), 2);
  const auto two_sided = std::count_if(space.walls().begin(), space.walls().end(),
                                       [](const Wall& w) { return w.free_left && w.free_right; });
  EXPECT_EQ(two_sided, 1);
}

TEST(FreeSpace, TheEndOfAWallInAMeshIsACornerOfAFullTurn) {
  // Four squares around (1, 1). The edge from (1, 1) to (1, 2) is a wall.
  Mesh mesh;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) mesh.points.push_back({double(x), double(y)});
  }
  const auto square = [](int i) {
    return Mesh::Face{{i, i + 1, i + 4, i + 3}, {false, false, false, false}};
  };
  mesh.faces = {square(0), square(1), square(3), square(4)};
  mesh.faces[2].wall[1] = true;
  const FreeSpace space = FreeSpace::from_mesh(mesh);
  EXPECT_EQ(space.area(), 4);
  EXPECT_EQ(space.component_count(), 1);
  EXPECT_EQ(reflex_count(space), 1);
  const Location end = space.locate({1, 1});
  ASSERT_EQ(end.place, Place::kVertex);
  const Corner& corner = space.corner(space.corner_at(end.half_edge));
  EXPECT_TRUE(corner.reflex);
  EXPECT_EQ(corner.left, corner.right);
  EXPECT_EQ(space.corners_of(space.triangulation().origin(space.locate({1, 2}).half_edge)).size(),
            2U);
}

TEST(FreeSpace, EveryFreeTriangleBelongsToACornerAtEachVertex) {
  const FreeSpace space = FreeSpace::from_polygons(
      world({box(0, 0, 9, 9)}, {box(1, 1, 4, 4), box(4, 4, 6, 5), box(0, 6, 3, 7)}));
  const Triangulation& mesh = space.triangulation();
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      ASSERT_GT(orientation(mesh.origin_point(h), mesh.destination_point(h), mesh.apex_point(h)),
                0);
      if (mesh.twin(h) != kNoHalfEdge) {
        ASSERT_EQ(mesh.twin(mesh.twin(h)), h);
        ASSERT_EQ(mesh.origin(mesh.twin(h)), mesh.destination(h));
        ASSERT_EQ(mesh.blocked(h), mesh.blocked(mesh.twin(h)));
        if (mesh.is_free(t) != mesh.is_free(mesh.twin(h) >> 2)) {
          ASSERT_TRUE(mesh.blocked(h));
        }
      }
      if (mesh.is_free(t)) {
        ASSERT_NE(space.corner_at(h), kNoCorner);
        ASSERT_EQ(space.corner(space.corner_at(h)).vertex, mesh.origin(h));
      }
    }
  }
}

TEST(FreeSpace, RefusesBadRingsAndNamesThePlace) {
  const Ring outer = box(0, 0, 10, 10);
  expect_refused(world({outer}, {{{1, 1}, {2, 2}}}), "2 points", 1);
  expect_refused(world({outer}, {{{1, 1}, {2, 2}, {2, 2}, {1, 3}}}), "occurs twice in succession",
                 1);
  expect_refused(world({outer}, {{{1, 1}, {2, 2}, {3, 3}}}), "no area", 1);
  expect_refused(world({outer}, {{{1, 1}, {3, 3}, {3, 1}, {1, 3}}}), "no area", 1);
  expect_refused(world({outer}, {{{1, 1}, {4, 3}, {3, 1}, {1, 4}}}), "crosses", 1);
  expect_refused(world({outer}, {box(1, 1, 4, 4), box(2, 2, 3, 3)}), "overlaps another hole", 2);
  expect_refused(world({outer}, {box(1, 1, 4, 4), box(1, 1, 4, 4)}), "overlaps another hole", 2);
  expect_refused(world({outer}, {box(11, 1, 14, 4)}), "outside its outline", 1);
  expect_refused(world({outer}, {box(8, 1, 14, 4)}), "crosses", 1);
  expect_refused(world({outer, box(2, 2, 3, 3)}), "two outlines overlap", 1);
  expect_refused(world({outer, box(10, 2, 13, 3)}), "occurs twice", 1);
  expect_refused(world({outer}, {{{1, 1}, {2, 1}, {2, 3}, {2, 1}, {3, 1}, {3, 0.5}}}),
                 "occurs twice", 1);
  expect_refused(world({{{0, 0}, {1, 0}, {std::numeric_limits<double>::infinity(), 1}}}),
                 "not usable", 0);
  expect_refused(world({{{0, 0}, {1e-80, 0}, {1, 1}}}), "not usable", 0);
  EXPECT_THROW(FreeSpace::from_polygons({}), InvalidWorld);
  EXPECT_THROW(FreeSpace::from_raster(Raster(3, 3)), InvalidWorld);
}

TEST(FreeSpace, RefusesBadMeshes) {
  Mesh mesh;
  mesh.points = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1.5, 0.5}};
  mesh.faces = {{{0, 1, 2, 4}, {false, false, false, false}}};
  EXPECT_THROW(FreeSpace::from_mesh(mesh), InvalidWorld);
  mesh.faces = {{{0, 3, 2, 1}, {false, false, false, false}}};
  EXPECT_THROW(FreeSpace::from_mesh(mesh), InvalidWorld);
  mesh.faces = {{{0, 1, 2}, {false, false, false}}, {{0, 1, 3}, {false, false, false}}};
  EXPECT_THROW(FreeSpace::from_mesh(mesh), InvalidWorld);
  mesh.faces = {{{0, 1, 2}, {false, false, false}}, {{4, 1, 3}, {false, false, false}}};
  EXPECT_THROW(FreeSpace::from_mesh(mesh), InvalidWorld);
}

}  // namespace
}  // namespace fairway
