#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/methods/type_list.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/representations/triangle_mesh/junction_mesh.hpp"
#include "algorithms/representations/triangle_mesh/node_meshes.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/funnel.hpp"
#include "algorithms/smoothing/homotopic.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Kinds = TypeList<JunctionMesh, MidpointMesh, CentroidMesh, VertexMesh>;

FreeSpace square_world() {
  Polygons square;
  square.parts.push_back({{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, true});
  return FreeSpace::from_polygons(square);
}

/// A star-shaped outline of random whole coordinates in a square, full of slivers.
test::World jagged_world(std::uint32_t seed, int size) {
  std::mt19937 random(seed);
  const auto coordinate = [&] { return static_cast<double>(random() % (size + 1u)); };
  const double middle = size / 2.0;
  const double side = size;
  Ring ring{{0, 0}, {side, 0}, {side, side}, {0, side}};
  for (int i = 0; i < 14; ++i) {
    const double x = coordinate();
    ring.push_back({x, coordinate()});
  }
  const auto angle = [&](Point p) { return std::atan2(p.y - middle, p.x - middle); };
  std::erase(ring, Point{middle, middle});
  std::ranges::sort(ring, {}, angle);
  const auto in_one_direction = [&](Point p, Point q) {
    return orientation({middle, middle}, p, q) == 0;
  };
  ring.erase(std::unique(ring.begin(), ring.end(), in_one_direction), ring.end());
  Polygons polygons;
  polygons.parts.push_back({ring, true});
  return {"jagged " + std::to_string(seed), polygons};
}

/// Two outlines that have only one triangulation each. Rounding moves the midpoint of an inner edge
/// so that a linked point no longer sees it. In the first outline, the linked point is the midpoint
/// of another edge. In the second outline, it is the centroid of a triangle.
std::vector<test::World> misleading_worlds() {
  Polygons midpoint;
  midpoint.parts.push_back({{{0, 0}, {2, 0}, {3, 1}, {13, 1}, {13, 5}}, true});
  Polygons centroid;
  centroid.parts.push_back({{{0, 0}, {1, 0}, {3, 4}, {21, 32}}, true});
  return {{"misleading midpoint", midpoint}, {"misleading centroid", centroid}};
}

/// Worlds so far from the origin that coordinates are rounded to whole units. Hardly any midpoint
/// or centroid is representable. Many rounded midpoints and centroids lie outside their triangles.
std::vector<test::World> coarse_worlds() {
  const double shift = std::ldexp(1.0, 52);
  std::vector<test::World> worlds;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    worlds.push_back(test::transformed(test::random_blocks(seed, 14, 12), 1, shift));
    worlds.push_back(test::transformed(test::random_lattice(seed, 4, 4, 0.2, 0.1), 1, shift));
    worlds.push_back(test::transformed(test::random_lattice(seed, 5, 4, 0.3, 0), 3, shift));
  }
  for (const test::World& world : misleading_worlds()) {
    worlds.push_back(test::transformed(world, 1, shift));
  }
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    worlds.push_back(
        test::transformed(jagged_world(seed, 5 + static_cast<int>(seed % 20)), 1, shift));
  }
  return worlds;
}

TEST(TriangleMesh, ASquareOfTwoTriangles) {
  const FreeSpace space = square_world();
  const MidpointMesh midpoint = MidpointMesh::build(space, {});
  EXPECT_EQ(midpoint.vertex_count(), 1u);
  EXPECT_EQ(midpoint.edge_count(), 0u);
  EXPECT_EQ(midpoint.position(0), (Point{1, 1}));
  const CentroidMesh centroid = CentroidMesh::build(space, {});
  EXPECT_EQ(centroid.vertex_count(), 2u);
  EXPECT_EQ(centroid.edge_count(), 1u);
  const VertexMesh vertex = VertexMesh::build(space, {});
  EXPECT_EQ(vertex.vertex_count(), 4u);
  EXPECT_EQ(vertex.edge_count(), 5u);
  const JunctionMesh junction = JunctionMesh::build(space, {});
  EXPECT_EQ(junction.vertex_count(), 3u);
  EXPECT_EQ(junction.edge_count(), 3u);
  Kinds::for_each([&]<class Mesh>() {
    EXPECT_EQ(Mesh::build(space, {}).report().components, 1);
    EXPECT_EQ(Mesh::build(space, {}).report().covered_area, 4);
  });
}

TEST(TriangleMesh, APinchIsNoNode) {
  Raster raster(2, 2);
  raster.set(0, 0, 1);
  raster.set(1, 1, 1);
  const FreeSpace space = FreeSpace::from_raster(raster);
  const VertexMesh vertex = VertexMesh::build(space, {});
  EXPECT_EQ(vertex.vertex_count(), 8u);
  EXPECT_EQ(vertex.report().components, 2);
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
  // Two squares touch only at the point (1, 1). A path that starts at this point may lead into
  // either square.
  for (const Point end : {Point{0.25, 0.25}, Point{1.75, 1.75}}) {
    Kinds::for_each([&]<class Mesh>() {
      const Mesh mesh = Mesh::build(space, {});
      typename Mesh::Scratch scratch;
      ASSERT_EQ(mesh.attach(space.locate({1, 1}), space.locate(end), scratch, attachment),
                AttachStatus::kAttached);
      EXPECT_TRUE(astar(mesh.graph(), attachment, ZeroHeuristic{}, search, vertices).found);
    });
  }
  Kinds::for_each([&]<class Mesh>() {
    const Mesh mesh = Mesh::build(space, {});
    typename Mesh::Scratch scratch;
    mesh.attach(space.locate({0.25, 0.75}), space.locate({1.75, 1.5}), scratch, attachment);
    EXPECT_FALSE(astar(mesh.graph(), attachment, ZeroHeuristic{}, search, vertices).found);
  });
}

TEST(TriangleMesh, EdgesStayInFreeSpaceWhereNoMidpointIsRepresentable) {
  std::size_t off_their_edges = 0;
  std::size_t replaced = 0;
  for (const test::World& world : coarse_worlds()) {
    const FreeSpace space = test::build(world);
    const Triangulation& triangles = space.triangulation();
    const RationalOracle oracle(space);
    Kinds::for_each([&]<class Mesh>() {
      SCOPED_TRACE(world.name + " " + std::string(Mesh::kName));
      const Mesh mesh = Mesh::build(space, {});
      typename Mesh::Scratch scratch;
      Path drawn;
      for (auto [e, end] = edges(mesh.graph()); e != end; ++e) {
        const Vertex v = source(*e, mesh.graph());
        const Vertex w = target(*e, mesh.graph());
        mesh.realise(
            {space.locate(mesh.position(v)), space.locate(mesh.position(w)), {}, std::array{v, w}},
            scratch, drawn);
        ASSERT_TRUE(oracle.legal(drawn));
        const double cost = mesh.graph().cost((*e).index);
        ASSERT_NEAR(length(drawn), cost, 1e-12 * cost);
      }
      if (!std::is_same_v<Mesh, MidpointMesh>) return;
      std::vector<Point> midpoints;
      for (TriangleId t = 0; t < triangles.triangle_count(); ++t) {
        for (int i = 0; i < 3 && triangles.is_free(t); ++i) {
          const HalfEdge h = Triangulation::half_edge(t, i);
          if (triangles.across(h) < h) continue;
          const Point p = mesh.position(static_cast<Vertex>(midpoints.size()));
          midpoints.push_back(p);
          const Point a = triangles.origin_point(h);
          const Point b = triangles.destination_point(h);
          if (orientation(a, b, p) != 0) ++off_their_edges;
          if ((p == a || p == b) && Point{(a.x + b.x) / 2, (a.y + b.y) / 2} != p) ++replaced;
        }
      }
      ASSERT_EQ(midpoints.size(), mesh.vertex_count());
    });
  }
  EXPECT_GT(off_their_edges, 20u);
  EXPECT_GT(replaced, 20u);
}

TEST(TriangleMesh, LinksStayInFreeSpaceWhereNoMidpointIsRepresentable) {
  std::size_t bent = 0;
  for (const test::World& world : coarse_worlds()) {
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    std::vector<Location> ends;
    for (double x = space.box().min.x; x <= space.box().max.x; ++x) {
      for (double y = space.box().min.y; y <= space.box().max.y; ++y) {
        const Location at = space.locate({x, y});
        if (at.place != Place::kBlocked) ends.push_back(at);
      }
    }
    Kinds::for_each([&]<class Mesh>() {
      SCOPED_TRACE(world.name + " " + std::string(Mesh::kName));
      const Mesh mesh = Mesh::build(space, {});
      typename Mesh::Scratch scratch;
      Attachment attachment;
      Path drawn;
      for (std::size_t i = 0; i < ends.size(); ++i) {
        mesh.attach(ends[i], ends[(i * 7 + 3) % ends.size()], scratch, attachment);
        for (const Link& link : attachment.start) {
          const Point at = mesh.position(link.vertex);
          mesh.realise({ends[i], space.locate(at), attachment, std::array{link.vertex}}, scratch,
                       drawn);
          ASSERT_TRUE(oracle.legal(drawn)) << ends[i].point.x << ' ' << ends[i].point.y;
          ASSERT_NEAR(length(drawn), link.cost, 1e-12 * link.cost);
          if (drawn.size() > 2) ++bent;
        }
      }
    });
  }
  EXPECT_GT(bent, 0u);
}

/// Answers a query and checks all results. Returns the length of the path after the funnel.
template <class Mesh>
double answer(const FreeSpace& space, const RationalOracle& oracle, const Mesh& mesh, Point start,
              Point goal) {
  typename Mesh::Scratch scratch;
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
  const Location from = space.locate(start);
  const Location to = space.locate(goal);
  mesh.attach(from, to, scratch, attachment);
  const SearchResult result = astar(mesh.graph(), attachment, ZeroHeuristic{}, search, vertices);
  if (!result.found) return std::numeric_limits<double>::infinity();
  Path raw;
  const FoundPath found{from, to, attachment, vertices};
  mesh.realise(found, scratch, raw);
  EXPECT_TRUE(oracle.legal(raw));
  EXPECT_NEAR(length(raw), result.cost, 1e-12 * result.cost);
  std::vector<Portal> portals;
  FunnelScratch funnel;
  Path pulled;
  mesh.corridor(found, scratch, portals);
  pull_string(start, goal, portals, funnel, pulled);
  EXPECT_TRUE(oracle.legal(pulled));
  EXPECT_LE(length(pulled), length(raw) * (1 + 1e-12));
  if (from.place == Place::kTriangle && to.place == Place::kTriangle) {
    HomotopicScratch homotopic;
    Path tight = raw;
    EXPECT_TRUE(homotopic_shortest(space, homotopic, tight));
    EXPECT_NEAR(length(pulled), length(tight), 1e-12 * length(tight));
  }
  return length(pulled);
}

void expect_sound_answers(const test::World& world, std::size_t points_each) {
  const FreeSpace space = test::build(world);
  const RationalOracle oracle(space);
  const ExactSolver solver(space);
  ExactSolver::Scratch scratch;
  // If a world has no holes and no walls with free space on both sides, the funnel gives the
  // shortest path.
  const bool is_simple =
      space.hole_count() == 0 && std::ranges::none_of(space.walls(), [](const Wall& wall) {
        return wall.free_left && wall.free_right;
      });
  std::mt19937 random(5);
  const std::vector<Point> points = test::probe_points(space, random, points_each);
  Kinds::for_each([&]<class Mesh>() {
    const Mesh mesh = Mesh::build(space, {});
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      const Point p = points[i];
      const Point q = points[i + 1];
      if (space.locate(p).place == Place::kBlocked || space.locate(q).place == Place::kBlocked) {
        continue;
      }
      SCOPED_TRACE(testing::Message() << world.name << ' ' << Mesh::kName << std::hexfloat << ": "
                                      << p.x << ' ' << p.y << "  " << q.x << ' ' << q.y);
      const double optimum = solver.solve(p, q, scratch);
      const double found = answer(space, oracle, mesh, p, q);
      ASSERT_EQ(found < std::numeric_limits<double>::infinity(),
                optimum < std::numeric_limits<double>::infinity());
      ASSERT_GE(found, optimum * (1 - 1e-12));
      if (is_simple) {
        ASSERT_LE(found, optimum * (1 + 1e-12));
      }
      if (testing::Test::HasFailure()) return;
    }
  });
}

/// A square field of pillars with wide free space between them. A junction is a triangle with three
/// exits. Many shortest paths cross a junction without touching its corners.
FreeSpace field_of_pillars() {
  Polygons field;
  field.parts.push_back({{{0, 0}, {48, 0}, {48, 48}, {0, 48}}, true});
  for (double x = 11; x < 40; x += 11) {
    for (double y = 9; y < 40; y += 13) {
      field.parts.push_back({{{x, y}, {x, y + 4}, {x + 4, y + 4}, {x + 4, y}}, false});
    }
  }
  return FreeSpace::from_polygons(field);
}

/// A gate is a side between a region and a junction. Regression: start and goal were linked only to
/// each other and to the corners of gates. If the shortest path touches no corner of a gate, its
/// cost was too high, so the search chose a longer path.
TEST(TriangleMesh, EndsLookPastTheirGates) {
  const FreeSpace space = field_of_pillars();
  const RationalOracle oracle(space);
  const ExactSolver solver(space);
  ExactSolver::Scratch scratch;
  const JunctionMesh mesh = JunctionMesh::build(space, {});
  std::mt19937 random(3);
  const auto coordinate = [&] { return static_cast<double>(random() % 193) / 4; };
  double gaps = 0;
  int asked = 0;
  while (asked < 400) {
    const double x = coordinate();
    const Point p{x, coordinate()};
    const double u = coordinate();
    const Point q{u, coordinate()};
    if (p == q || space.locate(p).place == Place::kBlocked ||
        space.locate(q).place == Place::kBlocked) {
      continue;
    }
    gaps += answer(space, oracle, mesh, p, q) / solver.solve(p, q, scratch) - 1;
    ++asked;
  }
  EXPECT_LT(gaps / asked, 1e-3);
}

TEST(TriangleMesh, AnswersAreSoundWhereNoMidpointIsRepresentable) {
  for (const test::World& world : coarse_worlds()) {
    expect_sound_answers(world, 40);
    if (HasFailure()) return;
  }
}

TEST(TriangleMesh, AnswersAreSoundInEveryKindOfWorld) {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(90, 4)) worlds.push_back(std::move(world));
  for (test::World& world : test::extreme_worlds()) worlds.push_back(std::move(world));
  for (const test::World& world : worlds) {
    expect_sound_answers(world, 40);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace fairway
