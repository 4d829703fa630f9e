#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "algorithms/changes/junction_mesh_changes.hpp"
#include "algorithms/changes/reduction_changes.hpp"
#include "algorithms/methods/registry.hpp"
#include "algorithms/representations/triangle_mesh/junction_mesh.hpp"
#include "algorithms/representations/triangle_mesh/reduction.hpp"
#include "tests/changes/repaired.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// Expects that a repaired and a rebuilt Reduction have the same junctions, the same regions with
/// the same gates, and the same shortest paths inside the regions. A gate is a side between a
/// region and a junction.
void expect_same(const Reduction& repaired, const Reduction& rebuilt, const FreeSpace& space) {
  const Triangulation& mesh = space.triangulation();
  ASSERT_EQ(repaired.junctions(), rebuilt.junctions());
  ASSERT_EQ(repaired.node_count(), rebuilt.node_count());
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t) || rebuilt.is_junction(t)) continue;
    const Reduction::Region& a = repaired.region_of(t);
    const Reduction::Region& b = rebuilt.region_of(t);
    ASSERT_EQ(a.gate, b.gate);
    ASSERT_EQ(repaired.cell(t).way, rebuilt.cell(t).way);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const std::int32_t place = repaired.place_of(h);
      ASSERT_EQ(repaired.point(place), mesh.origin_point(h));
      for (int k = 0; k < a.target_count(); ++k) {
        const Leg& leg = repaired.leg(a, place, k);
        const Leg& other = rebuilt.leg(b, rebuilt.place_of(h), k);
        ASSERT_EQ(leg.length, other.length);
        ASSERT_EQ(leg.next < 0, other.next < 0);
        if (leg.next < 0) continue;
        ASSERT_EQ(repaired.point(leg.next), rebuilt.point(other.next));
      }
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(a.target_count()); ++k) {
      ASSERT_EQ(repaired.corners()[slot_of(a.node[k])], rebuilt.corners()[slot_of(b.node[k])]);
    }
  }
  for (const TriangleId t : rebuilt.junctions()) {
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_EQ(repaired.corners()[slot_of(repaired.cell(t).place[i])],
                rebuilt.corners()[slot_of(rebuilt.cell(t).place[i])]);
    }
  }
}

/// A multiset of links. A link is stored as five numbers: x and y of its first end, x and y of its
/// second end, and its cost.
using Links = std::multiset<std::tuple<double, double, double, double, double>>;
Links links_of(const JunctionMesh& mesh) {
  Links links;
  const CsrGraph& graph = mesh.graph();
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertex_count()); ++v) {
    for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
      const Point a = mesh.position(v);
      const Point b = mesh.position(graph.target(e));
      links.emplace(a.x, a.y, b.x, b.y, graph.cost(e));
      EXPECT_EQ(mesh.component(v), mesh.component(graph.target(e)));
    }
  }
  return links;
}

TEST(JunctionMesh, EqualsARebuildAfterChanges) {
  std::mt19937 random(7);
  int changed = 0;
  for (int number = 0; number < 60; ++number) {
    ChangingWorld world(random, number);
    const FreeSpace& space = world.space();
    Reduction reduction(space);
    ReductionChanges changes(reduction, space);
    Repaired<JunctionMesh, JunctionMeshChanges> mesh(space, {});
    for (int b = 0; b < 40; ++b) {
      const auto change = world.next_burst(random);
      if (!change) continue;
      SCOPED_TRACE(testing::Message() << "burst " << b << " of world " << number);
      changes.follow(*change);
      ASSERT_NO_FATAL_FAILURE(expect_same(reduction, Reduction(space), space));
      ASSERT_TRUE(mesh.follow(*change));
      const JunctionMesh rebuilt = JunctionMesh::build(space, {});
      ASSERT_EQ(mesh->vertex_count(), rebuilt.vertex_count());
      mesh.changes->update_report();
      ASSERT_EQ(mesh->report().components, rebuilt.report().components);
      ASSERT_EQ(links_of(*mesh), links_of(rebuilt));
      ++changed;
    }
  }
  EXPECT_GT(changed, 1000);
}

/// The rebuilt mesh may number its triangles differently, so only answers are compared.
TEST(JunctionMesh, AnswersLikeARebuildOfTheWorldAfterChanges) {
  const Registry& registry = Registry::built_in();
  const Method& method = registry.method("triangle-mesh");
  std::mt19937 random(8);
  int found = 0;
  for (int number = 0; number < 40; ++number) {
    ChangingWorld world(random, number);
    const RepairedPlanner repaired(world.space(), "triangle-mesh");
    for (int b = 0; b < 12; ++b) {
      const auto change = world.next_burst(random);
      if (!change) continue;
      SCOPED_TRACE(testing::Message() << "burst " << b << " of world " << number);
      ASSERT_TRUE(repaired.changes->follow(*change));
      const FreeSpace now = world.rebuilt();
      const std::unique_ptr<Planner> rebuilt = registry.build(now, method);
      const std::vector<Point> points = probe_points(now, random, 8);
      for (const Point start : points) {
        for (const Point goal : points) {
          Answer a;
          Answer b;
          repaired.planner->plan({start, goal}, a);
          rebuilt->plan({start, goal}, b);
          ASSERT_EQ(a.status, b.status);
          if (a.status != PlanStatus::kFound) continue;
          ASSERT_NEAR(length(a.path), length(b.path), 1e-12 * (1 + length(b.path)));
          ++found;
        }
      }
    }
  }
  EXPECT_GT(found, 4000);
}

// Regression: the search ignored shorter paths that leave a dead end. The fault occurred if start
// and goal were in the same dead end and one of the two was a pinch.
TEST(JunctionMesh, APathToAPinchLeavesADeadEndIfItIsShorter) {
  Raster cells(8, 6, 1);
  for (int y = 0; y < 6; ++y) cells.set(4, y, y == 2 ? 1 : Raster::kBlocked);
  cells.set(2, 2, Raster::kBlocked);
  cells.set(3, 1, Raster::kBlocked);
  const FreeSpace space = FreeSpace::from_raster(cells);
  const Registry& registry = Registry::built_in();
  const std::unique_ptr<Planner> planner = registry.build(space, registry.method("triangle-mesh"));
  const Point side{2.5, 3};
  const Point pinch{3, 2};
  for (const Query& query : {Query{side, pinch}, Query{pinch, side}}) {
    Answer answer;
    planner->plan(query, answer);
    EXPECT_EQ(length(answer.raw), 1.5);
  }
}

/// The repair reuses the numbers of removed regions and links and deletes their data.
TEST(JunctionMesh, NeedsNoMoreMemoryAfterManyChanges) {
  std::mt19937 random(9);
  for (int number = 0; number < 2; ++number) {
    ChangingWorld world(random, number);
    Repaired<JunctionMesh, JunctionMeshChanges> mesh(world.space(), {});
    std::size_t most = 0;
    for (int b = 0; b < 3000; ++b) {
      if (const auto change = world.next_burst(random)) mesh.follow(*change);
      if (b < 600) most = std::max(most, mesh.memory_bytes());
    }
    EXPECT_LT(mesh.memory_bytes(), 2 * most);
  }
}

}  // namespace
}  // namespace fairway::test
