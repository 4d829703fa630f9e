#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/changes/visibility_graph_changes.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/representations/visibility_graph/visibility_graph.hpp"
#include "tests/changes/repaired.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

using Kind = VisibilityGraph::Kind;
using RepairedGraph = Repaired<VisibilityGraph, VisibilityGraphChanges>;

/// A corner as three points: its vertex, and the far ends of the two walls at the vertex.
using PlainCorner = std::array<Point, 3>;
/// An edge: its two corners, its cost, and the set of corners to which a path may continue after
/// the edge.
using CornerEdge = std::tuple<PlainCorner, PlainCorner, double, std::set<PlainCorner>>;

PlainCorner plain(const FreeSpace& space, CornerId c) {
  const Corner& corner = space.corner(c);
  const Triangulation& mesh = space.triangulation();
  return {mesh.point(corner.vertex), mesh.point(corner.right), mesh.point(corner.left)};
}

/// A graph, its space, and an attached query.
class Attached {
 public:
  Attached(const FreeSpace& space, const VisibilityGraph& graph, const Query& query)
      : space_(space), graph_(graph) {
    status_ =
        graph.attach(space.locate(query.start), space.locate(query.goal), scratch_, attachment_);
  }

  AttachStatus status() const { return status_; }
  std::set<std::pair<PlainCorner, double>> links(bool of_start) const {
    std::set<std::pair<PlainCorner, double>> all;
    for (const Link& link : of_start ? attachment_.start : attachment_.goal) {
      all.insert({corner(link.vertex), link.cost});
    }
    return all;
  }
  std::set<CornerEdge> edges() const {
    std::set<CornerEdge> all;
    for (auto [e, end] = fairway::edges(graph_.graph()); e != end; ++e) {
      const Vertex from = source(*e, graph_.graph());
      const Vertex to = target(*e, graph_.graph());
      std::set<PlainCorner> next;
      if (!ends_see_each_other()) {
        auto [onward, last] = graph_.successors(from, to, scratch_);
        for (; !(onward == last); ++onward) {
          next.insert(corner(target(*onward, graph_.graph())));
        }
      }
      const bool added =
          all.insert({corner(from), corner(to), graph_.graph().cost((*e).index), next}).second;
      EXPECT_TRUE(added);
    }
    return all;
  }
  /// Maps each corner to the number of its component.
  std::map<PlainCorner, std::int32_t> components() const {
    std::map<PlainCorner, std::int32_t> all;
    for (Vertex v = 0; v < static_cast<Vertex>(graph_.graph().vertex_count()); ++v) {
      if (graph_.corner(v) == kNoCorner) continue;
      EXPECT_EQ(graph_.position(v), space_.position(graph_.corner(v)));
      EXPECT_TRUE(all.emplace(corner(v), graph_.component(v)).second);
    }
    return all;
  }

 private:
  /// Whether start and goal see each other. If they do, the shortest path is straight and uses no
  /// edge of the graph.
  bool ends_see_each_other() const { return std::isfinite(attachment_.direct); }
  PlainCorner corner(Vertex v) const { return plain(space_, graph_.corner(v)); }

  const FreeSpace& space_;
  const VisibilityGraph& graph_;
  VisibilityGraph::Scratch scratch_;
  Attachment attachment_;
  AttachStatus status_;
};

void expect_same(const Attached& repaired, const Attached& rebuilt) {
  const auto components = repaired.components();
  std::map<std::int32_t, std::int32_t> label;
  std::set<std::int32_t> labels;
  const auto rebuilt_components = rebuilt.components();
  ASSERT_EQ(components.size(), rebuilt_components.size());
  for (const auto& [corner, component] : rebuilt_components) {
    const auto found = components.find(corner);
    ASSERT_NE(found, components.end());
    const auto [known, added] = label.emplace(component, found->second);
    ASSERT_EQ(known->second, found->second);
    ASSERT_EQ(added, labels.insert(found->second).second);
  }
  ASSERT_EQ(repaired.status(), rebuilt.status());
  ASSERT_EQ(repaired.links(true), rebuilt.links(true));
  ASSERT_EQ(repaired.links(false), rebuilt.links(false));
  ASSERT_EQ(repaired.edges(), rebuilt.edges());
}

TEST(VisibilityGraph, EqualsARebuildAfterRandomChanges) {
  std::mt19937 random(1);
  const std::array<VisibilityGraph::Options, 2> kinds{{{Kind::kPruned, 0}, {Kind::kFull, 0}}};
  int bursts = 0;
  std::size_t edges = 0;
  for (int number = 0; number < 120; ++number) {
    ChangingWorld world(random, number);
    std::vector<RepairedGraph> graphs;
    for (const auto& options : kinds) graphs.emplace_back(world.space(), options);
    for (int b = 0; b < 40; ++b) {
      const std::optional<SpaceChange> change = world.next_burst(random);
      if (!change) continue;
      ++bursts;
      const FreeSpace now = world.rebuilt();
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (!graphs[i].follow(*change)) {
          ASSERT_TRUE(change->triangles.empty());
          graphs[i] = RepairedGraph(world.space(), kinds[i]);
        }
        const VisibilityGraph rebuilt = VisibilityGraph::build(now, kinds[i]);
        edges += rebuilt.edge_count();
        ASSERT_EQ(graphs[i]->vertex_count(), rebuilt.vertex_count());
        ASSERT_EQ(graphs[i]->edge_count(), rebuilt.edge_count());
        graphs[i].changes->update_report();
        ASSERT_EQ(graphs[i]->report().components, rebuilt.report().components);
        const std::vector<Point> ends = probe_points(now, random, 6);
        const Query query{ends[random() % ends.size()], ends[random() % ends.size()]};
        expect_same({world.space(), *graphs[i], query}, {now, rebuilt, query});
        if (HasFatalFailure()) FAIL() << "world " << number << " burst " << b << " kind " << i;
      }
    }
  }
  EXPECT_GT(bursts, 2000);
  EXPECT_GT(edges, 100'000U);
}

/// The memory of removed edges is reused for added edges.
TEST(VisibilityGraph, NeedsNoMoreMemoryAfterManyChanges) {
  const FreeSpace base =
      FreeSpace::from_polygons({{{{{0, 0}, {64, 0}, {64, 64}, {0, 64}}, true},
                                 {{{30, 30}, {30, 34}, {34, 34}, {34, 30}}, false}}});
  ChangingSpace changing(base);
  RepairedGraph graph(changing.space(), {});
  std::mt19937 random(3);
  std::size_t most = 0;
  std::size_t most_rebuilt = 0;
  for (std::int32_t id = 0; id < 3000; ++id) {
    Burst burst;
    for (const Obstacle& obstacle : changing.obstacles()) {
      if (random() % 4 == 0) burst.removed.push_back(obstacle.id);
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
      const double x = random() % 62;
      const double y = random() % 62;
      burst.added.push_back({3 * id + static_cast<std::int32_t>(i),
                             {{x, y}, {x + 1.5, y}, {x + 1.5, y + 1}, {x, y + 1.25}}});
    }
    std::optional<SpaceChange> change;
    try {
      change = changing.change(burst);
    } catch (const InvalidBurst&) {
      continue;
    }
    ASSERT_TRUE(graph.follow(*change));
    most = std::max(most, graph.memory_bytes());
    if (id % 100 != 0) continue;
    const VisibilityGraph rebuilt = VisibilityGraph::build(changing.space(), {Kind::kPruned, 0});
    most_rebuilt = std::max(most_rebuilt, rebuilt.memory_bytes());
  }
  EXPECT_GT(most_rebuilt, 10'000U);
  EXPECT_LT(most, 2 * most_rebuilt);
  Burst all;
  for (const Obstacle& obstacle : changing.obstacles()) all.removed.push_back(obstacle.id);
  ASSERT_TRUE(graph.follow(changing.change(all)));
  EXPECT_EQ(graph->vertex_count(), 4U);
  EXPECT_EQ(graph->edge_count(), VisibilityGraph::build(base, {}).edge_count());
}

}  // namespace
}  // namespace fairway::test
