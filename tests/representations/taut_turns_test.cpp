#include "algorithms/representations/visibility_graph/taut_turns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/concept/assert.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/graph/successor_graph.hpp"
#include "algorithms/representations/visibility_graph/visibility_graph.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

std::vector<test::World> many_worlds() {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(700, 8)) worlds.push_back(std::move(world));
  for (test::World& world : test::extreme_worlds()) worlds.push_back(std::move(world));
  return worlds;
}

/// Whether a path from p via the corner to q cannot be shortened at the corner. This holds if the
/// path is straight at the corner, or if both walls of the corner are on the inner side of the
/// bend.
bool cannot_be_shortened(const FreeSpace& space, CornerId corner, Point p, Point q) {
  const Corner& c = space.corner(corner);
  const Point at = space.position(corner);
  const int turn = orientation(p, at, q);
  if (turn == 0) return strictly_between(p, at, q);
  return std::ranges::all_of(std::array{c.right, c.left}, [&](VertexId wall) {
    const Point w = space.triangulation().point(wall);
    return orientation(at, q, w) * turn >= 0 && orientation(at, w, p) * turn >= 0;
  });
}

/// All edges on taut walks from start to goal. A walk is taut if it cannot be shortened at any of
/// its corners. The class finds the walks by brute force over all pairs of successive edges.
class Walks {
 public:
  Walks(const FreeSpace& space, const VisibilityGraph& graph, Point start, Point goal,
        const Attachment& attachment)
      : space_(space), graph_(graph), links_(graph.graph()) {
    for (Vertex v = 0; v < static_cast<Vertex>(links_.vertex_count()); ++v) {
      source_.insert(source_.end(), links_.row_end(v) - links_.row_begin(v), v);
    }
    ahead_.assign(links_.edge_count(), false);
    for (const Link& link : attachment.start) {
      for_each_edge(link.vertex, [&](std::uint32_t e) {
        if (may_turn(start, link.vertex, position_of_target(e))) follow(e);
      });
    }
    behind_.assign(links_.edge_count(), false);
    for (const Link& link : attachment.goal) {
      for_each_edge(link.vertex, [&](std::uint32_t back) {
        if (may_turn(position_of_target(back), link.vertex, goal)) trace(reverse(back));
      });
    }
  }

  /// Whether an edge is on a taut walk from start to goal.
  bool use(std::uint32_t e) const { return ahead_[e] && behind_[e]; }
  bool may_begin(Point start, std::uint32_t e) const {
    return may_turn(start, source_[e], position_of_target(e));
  }
  bool may_follow(Vertex parent, std::uint32_t e) const {
    return may_turn(graph_.position(parent), source_[e], position_of_target(e));
  }

 private:
  template <class F>
  void for_each_edge(Vertex v, F f) const {
    for (std::uint32_t e = links_.row_begin(v); e < links_.row_end(v); ++e) f(e);
  }
  Point position_of_target(std::uint32_t e) const { return graph_.position(links_.target(e)); }
  bool may_turn(Point p, Vertex v, Point q) const {
    return cannot_be_shortened(space_, graph_.corner(v), p, q);
  }
  std::uint32_t reverse(std::uint32_t e) const {
    std::uint32_t back = links_.row_begin(links_.target(e));
    while (links_.target(back) != source_[e]) ++back;
    return back;
  }
  void follow(std::uint32_t e) {
    if (ahead_[e]) return;
    ahead_[e] = true;
    for_each_edge(links_.target(e), [&](std::uint32_t f) {
      if (may_follow(source_[e], f)) follow(f);
    });
  }
  void trace(std::uint32_t e) {
    if (behind_[e]) return;
    behind_[e] = true;
    for_each_edge(source_[e], [&](std::uint32_t back) {
      const std::uint32_t f = reverse(back);
      if (may_follow(source_[f], e)) trace(f);
    });
  }

  const FreeSpace& space_;
  const VisibilityGraph& graph_;
  const CsrGraph& links_;
  std::vector<Vertex> source_;
  std::vector<bool> ahead_;
  std::vector<bool> behind_;
};

struct Counts {
  std::size_t turns = 0;         ///< pairs of successive edges that cannot be shortened
  std::size_t pairs = 0;         ///< pairs in `turns` whose second edge is on a taut walk
  std::size_t taken = 0;         ///< pairs in `turns` that the search examines
  std::size_t needless = 0;      ///< pairs that the search examines although they can be shortened
  std::size_t first = 0;         ///< edges that the search examines right after a link of the start
  std::size_t first_of_all = 0;  ///< edges at the ends of links of the start, examined or not
};

void compare_successors(const FreeSpace& space, const VisibilityGraph& graph, Point start,
                        Point goal, Counts& counts) {
  VisibilityGraph::Scratch scratch;
  Attachment attachment;
  if (graph.attach(space.locate(start), space.locate(goal), scratch, attachment) !=
          AttachStatus::kAttached ||
      attachment.start.empty()) {
    return;
  }
  const Walks walks(space, graph, start, goal, attachment);
  const CsrGraph& links = graph.graph();
  for (Vertex parent = 0; parent < static_cast<Vertex>(links.vertex_count()); ++parent) {
    for (const Vertex v : links.neighbours(parent)) {
      std::vector<bool> given(links.edge_count(), false);
      for (auto [e, end] = graph.successors(parent, v, scratch); e != end; ++e) {
        given[(*e).index] = true;
        EXPECT_EQ((*e).source, v);
        walks.may_follow(parent, (*e).index) ? ++counts.taken : ++counts.needless;
      }
      for (std::uint32_t e = links.row_begin(v); e < links.row_end(v); ++e) {
        if (!walks.may_follow(parent, e)) continue;
        ++counts.turns;
        if (!walks.use(e)) continue;
        ++counts.pairs;
        ASSERT_TRUE(given[e]) << "from " << parent << " over " << v << " to " << links.target(e);
      }
    }
  }
  for (const Link& link : attachment.start) {
    std::vector<bool> given(links.edge_count(), false);
    for (auto [e, end] = graph.successors(kNoVertex, link.vertex, scratch); e != end; ++e) {
      given[(*e).index] = true;
      ++counts.first;
    }
    for (std::uint32_t e = links.row_begin(link.vertex); e < links.row_end(link.vertex); ++e) {
      ++counts.first_of_all;
      if (walks.may_begin(start, e) && walks.use(e)) {
        ASSERT_TRUE(given[e]) << "from the start over " << link.vertex << " to " << links.target(e);
      }
    }
  }
}

std::vector<Point> free_points(const FreeSpace& space, std::mt19937& random, std::size_t count) {
  std::vector<Point> points = test::probe_points(space, random, count);
  std::erase_if(points, [&](Point p) { return space.locate(p).place == Place::kBlocked; });
  return points;
}

TEST(TautTurns, ContainAllEdgesOfTautWalks) {
  Counts counts;
  for (const test::World& world : many_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const VisibilityGraph graph = VisibilityGraph::build(space, {.sight_list_share = 1000});
    if (graph.edge_count() > 400) continue;
    std::mt19937 random(11);
    const std::vector<Point> points = free_points(space, random, 24);
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      compare_successors(space, graph, points[i], points[i + 1], counts);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(counts.pairs, 10000u);
  EXPECT_LT(counts.taken, counts.turns);
  EXPECT_LT(counts.needless, counts.taken / 20);
  EXPECT_GT(counts.first, 1000u);
  EXPECT_LT(counts.first, counts.first_of_all / 2);
}

TEST(TautTurns, TheSearchOverThemFindsTheCostsOfTheWholeGraph) {
  std::uint64_t expanded = 0;
  std::uint64_t expanded_of_all = 0;
  for (const test::World& world : many_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const VisibilityGraph graph = VisibilityGraph::build(space, {});
    VisibilityGraph::Scratch scratch;
    Attachment attachment;
    SearchScratch search;
    std::vector<Vertex> vertices;
    const auto successors = [&](Vertex parent, Vertex v) {
      return graph.successors(parent, v, scratch);
    };
    std::mt19937 random(12);
    const std::vector<Point> points = free_points(space, random, 120);
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      const Point goal = points[i + 1];
      graph.attach(space.locate(points[i]), space.locate(goal), scratch, attachment);
      const EuclideanHeuristic heuristic([&](Vertex v) { return graph.position(v); }, goal);
      const SearchResult all = astar(graph.graph(), attachment, heuristic, search, vertices);
      const SearchResult few =
          astar(SuccessorGraph(graph.graph(), successors), attachment, heuristic, search, vertices);
      ASSERT_EQ(few.found, all.found);
      if (all.found) {
        ASSERT_NEAR(few.cost, all.cost, 1e-12 * all.cost);
      }
      expanded += few.expanded;
      expanded_of_all += all.expanded;
    }
  }
  EXPECT_LT(expanded, expanded_of_all);
}

TEST(TautTurns, AGraphOfSuccessorsModelsBoostsConcepts) {
  const auto successors = [](Vertex, Vertex) { return std::pair<const int*, const int*>(); };
  using Graph = SuccessorGraph<CsrGraph, decltype(successors)>;
  BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<Graph>));
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<Graph>));
}

TEST(TautTurns, PocketsWithoutTheGoalAreNotSearched) {
  // The world is a hall with pockets above it. The hall does not see the ends of the bent pockets.
  Polygons polygons;
  Ring ring{{0, 0}, {100, 0}, {100, 1}};
  for (int x = 96; x >= 4; x -= 8) {
    const double r = x;
    for (const Point p : {Point{r, 1}, {r, 3}, {r + 2, 3}, {r + 2, 4}, {r - 1, 4}, {r - 1, 1}}) {
      ring.push_back(p);
    }
  }
  ring.push_back({0, 1});
  polygons.parts.push_back({ring, true});
  const FreeSpace space = FreeSpace::from_polygons(polygons);
  const VisibilityGraph graph = VisibilityGraph::build(space, {});
  VisibilityGraph::Scratch scratch;
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
  const Point goal{9.5, 3.5};
  ASSERT_EQ(graph.attach(space.locate({97.5, 3.5}), space.locate(goal), scratch, attachment),
            AttachStatus::kAttached);
  const EuclideanHeuristic heuristic([&](Vertex v) { return graph.position(v); }, goal);
  const auto successors = [&](Vertex parent, Vertex v) {
    return graph.successors(parent, v, scratch);
  };
  const SearchResult all = astar(graph.graph(), attachment, heuristic, search, vertices);
  const SearchResult few =
      astar(SuccessorGraph(graph.graph(), successors), attachment, heuristic, search, vertices);
  EXPECT_TRUE(few.found);
  EXPECT_EQ(few.expanded, vertices.size());
  EXPECT_GT(all.expanded, vertices.size());
}

}  // namespace
}  // namespace fairway
