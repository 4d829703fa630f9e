#include "algorithms/representations/triangle_mesh/reduction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/representations/triangle_mesh/junction_mesh.hpp"
#include "algorithms/smoothing/homotopic.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

std::vector<test::World> all_worlds() {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(60, 3)) worlds.push_back(std::move(world));
  for (test::World& world : test::extreme_worlds()) worlds.push_back(std::move(world));
  return worlds;
}

bool is_pinch(const FreeSpace& space, Point vertex) {
  const VertexId v = space.triangulation().origin(space.locate(vertex).half_edge);
  return space.corners_of(v).size() > 1;
}

/// A room with `count` pillars in a row.
FreeSpace pillars(int count) {
  Raster raster(2 * count + 1, 3);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 2 * count + 1; ++x) raster.set(x, y, 1);
  }
  for (int i = 0; i < count; ++i) raster.set(2 * i + 1, 1, 0);
  return FreeSpace::from_raster(raster);
}

TEST(Reduction, EachObstacleBeyondTheFirstAddsTwoJunctions) {
  EXPECT_EQ(Reduction(pillars(0)).junctions().size(), 1u);
  for (int count = 1; count < 6; ++count) {
    const FreeSpace space = pillars(count);
    const std::size_t junctions = Reduction(space).junctions().size();
    EXPECT_EQ(junctions, static_cast<std::size_t>(std::max(1, 2 * (count - 1))));
  }
}

/// The test counts the independent cycles of the dual graph. Their number is the number of edges
/// that a spanning forest does not contain.
TEST(Reduction, HasTwoJunctionsForEachCycleBeyondTheFirst) {
  for (const test::World& world : all_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const Triangulation& mesh = space.triangulation();
    const Reduction reduction(space);
    std::vector<int> cycles(static_cast<std::size_t>(space.component_count()), 0);
    std::vector<int> junctions(cycles.size(), 0);
    DisjointSets sets(static_cast<std::size_t>(mesh.triangle_count()));
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
      if (!mesh.is_free(t)) continue;
      const auto component = static_cast<std::size_t>(mesh.component(t));
      if (reduction.is_junction(t)) ++junctions[component];
      for (int i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (mesh.across(h) < h) continue;
        const TriangleId u = Triangulation::triangle_of(mesh.across(h));
        if (sets.find(t) == sets.find(u)) ++cycles[component];
        sets.join(t, u);
      }
    }
    for (std::size_t c = 0; c < cycles.size(); ++c) {
      EXPECT_EQ(junctions[c], std::max(1, 2 * (cycles[c] - 1)));
    }
  }
}

/// A region stores shortest paths from its points to targets on its border. Checks these paths in
/// the regions that contain the given points. Returns the largest number of inner vertices of such
/// a path.
std::size_t check_legs(const FreeSpace& space, const std::vector<Point>& points) {
  std::size_t most_passed = 0;
  HomotopicScratch scratch;
  const RationalOracle oracle(space);
  const Reduction reduction(space);
  const bool two_sided = std::ranges::any_of(
      space.walls(), [](const Wall& wall) { return wall.free_left && wall.free_right; });
  for (const Point p : points) {
    const Location end = space.locate(p);
    if (end.place != Place::kTriangle) continue;
    const TriangleId t = Triangulation::triangle_of(end.half_edge);
    if (reduction.is_junction(t)) continue;
    const Reduction::Region& region = reduction.region_of(t);
    for (int target = 0; target < region.target_count(); ++target) {
      for (const std::int32_t place : reduction.cell(t).place) {
        Path path;
        for (std::int32_t i = place; i >= 0; i = reduction.leg(region, i, target).next) {
          path.push_back(reduction.point(i));
        }
        const double told = reduction.leg(region, place, target).length;
        EXPECT_NEAR(told, length(path), 1e-9 * told);
        most_passed = std::max(most_passed, std::max<std::size_t>(path.size(), 2) - 2);
        path.insert(path.begin(), p);
        EXPECT_TRUE(oracle.legal(path));
        // Skips a path that may bend at a pinch or lie on a wall of zero width. Such a path may
        // pass on either side, and its points do not say on which side.
        if (two_sided || is_pinch(space, path[1])) continue;
        path.erase(path.begin());
        EXPECT_TRUE(homotopic_shortest(space, scratch, path));
        EXPECT_NEAR(length(path), told, 1e-9 * told);
      }
    }
  }
  return most_passed;
}

TEST(Reduction, LegsAreShortestPathsOfTheirRegions) {
  for (const test::World& world : all_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    std::mt19937 random(3);
    check_legs(space, test::probe_points(space, random, 12));
    if (HasFailure()) return;
  }
}

/// A ring-shaped corridor around a pillar. A side corridor of width 1 with `turns` turns begins at
/// the ring.
FreeSpace zigzag(int turns) {
  Raster raster(4 + turns, 3);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) raster.set(x, y, x == 1 && y == 1 ? 0 : 1);
  }
  for (int x = 3; x < 4 + turns; ++x) {
    for (int y = 0; y < 3; ++y) {
      const bool level = y == ((x - 3) / 2 % 2 == 0 ? 0 : 2);
      raster.set(x, y, x % 2 == 0 || level ? 1 : 0);
    }
  }
  return FreeSpace::from_raster(raster);
}

/// The shortest path out of the corridor bends at the inner corner of each turn, no matter how the
/// world is triangulated. Stored paths may begin or end at the first and the last of these corners,
/// so the two do not count as inner vertices.
TEST(Reduction, LegsOutOfAZigzagBendAtEachTurn) {
  for (const int turns : {4, 12}) {
    const FreeSpace space = zigzag(turns);
    const Point deepest{3.7 + turns, turns % 4 == 0 ? 0.4 : 2.4};  // inside a triangle
    EXPECT_GE(check_legs(space, {deepest}), static_cast<std::size_t>(turns) - 2);
  }
}

/// Each link of the graph must be a shortest path of its homotopy class.
TEST(Reduction, LinksAreTaut) {
  std::size_t links = 0;
  HomotopicScratch scratch;
  for (const test::World& world : all_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const JunctionMesh mesh = JunctionMesh::build(space, {});
    JunctionMesh::Scratch mesh_scratch;
    Path drawn;
    for (auto [e, end] = edges(mesh.graph()); e != end; ++e) {
      const Vertex v = source(*e, mesh.graph());
      const Vertex w = target(*e, mesh.graph());
      mesh.realise(
          {space.locate(mesh.position(v)), space.locate(mesh.position(w)), {}, std::array{v, w}},
          mesh_scratch, drawn);
      const double cost = mesh.graph().cost((*e).index);
      ASSERT_NEAR(length(drawn), cost, 1e-9 * cost);
      if (is_pinch(space, mesh.position(v))) continue;  // the side of a path is ambiguous
      ASSERT_TRUE(homotopic_shortest(space, scratch, drawn));
      ASSERT_NEAR(length(drawn), cost, 1e-9 * cost);
      ++links;
    }
  }
  EXPECT_GT(links, 1000u);
}

}  // namespace
}  // namespace fairway
