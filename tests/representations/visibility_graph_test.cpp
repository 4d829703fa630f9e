#include "algorithms/representations/visibility_graph/visibility_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/oracle_paths.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Kind = VisibilityGraph::Kind;
using CornerPair = std::pair<CornerId, CornerId>;

std::vector<test::World> small_worlds(int of_each) {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(40, of_each)) worlds.push_back(std::move(world));
  return worlds;
}

std::vector<CornerId> reflex_corners(const FreeSpace& space) {
  std::vector<CornerId> corners;
  for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
    if (space.corner(c).reflex) corners.push_back(c);
  }
  return corners;
}

/// Returns all pairs of reflex corners that see each other. Computes them in rational arithmetic
/// from the walls, without the triangulation.
std::set<CornerPair> all_pairs(const FreeSpace& space, const RationalOracle& oracle) {
  const auto is_wedge = [&](CornerId c, int wedge) {
    const Point right = space.triangulation().point(space.corner(c).right);
    return oracle.wedge(space.position(c), right, RationalOracle::kLeft) == wedge;
  };
  const auto joins = [&](CornerId c, CornerId d) {
    const Point p = space.position(c);
    const Point q = space.position(d);
    if (p == q) return false;
    for (const unsigned side : {RationalOracle::kLeft, RationalOracle::kRight}) {
      if (!is_wedge(c, oracle.wedge(p, q, side))) continue;
      const unsigned ends = oracle.follow(p, q, side);
      if ((ends & RationalOracle::kLeft) != 0 &&
          is_wedge(d, oracle.wedge(q, p, RationalOracle::kRight))) {
        return true;
      }
      if ((ends & RationalOracle::kRight) != 0 &&
          is_wedge(d, oracle.wedge(q, p, RationalOracle::kLeft))) {
        return true;
      }
    }
    return false;
  };
  std::set<CornerPair> pairs;
  const std::vector<CornerId> corners = reflex_corners(space);
  for (const CornerId c : corners) {
    for (const CornerId d : corners) {
      if (joins(c, d)) pairs.insert({c, d});
    }
  }
  return pairs;
}

/// Returns the pairs whose segment contains no third reflex corner.
std::set<CornerPair> neighbours_only(const FreeSpace& space, const std::set<CornerPair>& pairs) {
  const std::vector<CornerId> corners = reflex_corners(space);
  std::set<CornerPair> result;
  for (const auto& [c, d] : pairs) {
    const bool direct = std::none_of(corners.begin(), corners.end(), [&, c = c, d = d](CornerId x) {
      const Point p = space.position(c);
      const Point q = space.position(d);
      const Point at = space.position(x);
      return orientation(p, q, at) == 0 && strictly_between(p, at, q) && pairs.contains({c, x}) &&
             pairs.contains({x, d});
    });
    if (direct) result.insert({c, d});
  }
  return result;
}

/// Whether a shortest path that comes from p can bend at corner c. This holds if both walls of c
/// are on the same side of the line through p and c.
bool can_bend(const FreeSpace& space, CornerId c, Point p) {
  const Corner& corner = space.corner(c);
  const Triangulation& mesh = space.triangulation();
  const Point v = space.position(c);
  const int right = orientation(p, v, mesh.point(corner.right));
  const int left = orientation(p, v, mesh.point(corner.left));
  return (right >= 0 && left >= 0) || (right <= 0 && left <= 0);
}

std::set<CornerPair> edges_of(const VisibilityGraph& graph) {
  std::set<CornerPair> result;
  for (auto [e, end] = edges(graph.graph()); e != end; ++e) {
    const auto inserted = result.insert(
        {graph.corner(source(*e, graph.graph())), graph.corner(target(*e, graph.graph()))});
    EXPECT_TRUE(inserted.second) << "an edge twice";
  }
  return result;
}

TEST(VisibilityGraph, EdgesEqualBruteForceOverAllPairs) {
  std::size_t full_edges = 0;
  std::size_t pruned_edges = 0;
  for (const test::World& world : small_worlds(6)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    if (reflex_corners(space).size() > 40) continue;
    const RationalOracle oracle(space);
    const std::set<CornerPair> full = neighbours_only(space, all_pairs(space, oracle));
    std::set<CornerPair> pruned;
    for (const auto& [c, d] : full) {
      EXPECT_TRUE(full.contains({d, c}));
      if (can_bend(space, c, space.position(d)) && can_bend(space, d, space.position(c))) {
        pruned.insert({c, d});
      }
    }
    EXPECT_EQ(edges_of(VisibilityGraph::build(space, {Kind::kFull})), full);
    EXPECT_EQ(edges_of(VisibilityGraph::build(space, {Kind::kPruned})), pruned);
    full_edges += full.size();
    pruned_edges += pruned.size();
    if (HasFailure()) return;
  }
  EXPECT_GT(pruned_edges, 1000u);
  EXPECT_LT(pruned_edges, full_edges);
}

double shortest(const FreeSpace& space, const VisibilityGraph& graph, Point start, Point goal) {
  VisibilityGraph::Scratch scratch;
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
  const Location from = space.locate(start);
  const Location to = space.locate(goal);
  if (graph.attach(from, to, scratch, attachment) != AttachStatus::kAttached) {
    return std::numeric_limits<double>::infinity();
  }
  const auto position = [&](Vertex v) { return graph.position(v); };
  const EuclideanHeuristic heuristic(position, goal);
  const SearchResult result = astar(graph.graph(), attachment, heuristic, search, vertices);
  Path path;
  graph.realise({from, to, attachment, vertices}, scratch, path);
  if (result.found) {
    EXPECT_NEAR(length(path), result.cost, 1e-9 * result.cost);
  }
  return result.cost;
}

TEST(VisibilityGraph, PrunedAndFullFindTheOptimumOfTheOracle) {
  int found = 0;
  for (const test::World& world : small_worlds(2)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    if (space.walls().size() > 60) continue;
    const RationalOracle oracle(space);
    const OraclePaths paths(space, oracle);
    const VisibilityGraph pruned = VisibilityGraph::build(space, {Kind::kPruned});
    const VisibilityGraph full = VisibilityGraph::build(space, {Kind::kFull});
    std::mt19937 random(3);
    const std::vector<Point> points = test::probe_points(space, random, 20);
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      const Point p = points[i];
      const Point q = points[i + 1];
      if (space.locate(p).place == Place::kBlocked || space.locate(q).place == Place::kBlocked) {
        continue;
      }
      SCOPED_TRACE(testing::Message() << p.x << ' ' << p.y << "  " << q.x << ' ' << q.y);
      const double expected = paths.shortest(p, q);
      for (const VisibilityGraph* graph : {&pruned, &full}) {
        const double by_graph = shortest(space, *graph, p, q);
        if (expected == std::numeric_limits<double>::infinity()) {
          ASSERT_EQ(by_graph, expected);
        } else {
          ASSERT_NEAR(by_graph, expected, 1e-9 * expected);
          ++found;
        }
      }
    }
  }
  EXPECT_GT(found, 100);
}

TEST(VisibilityGraph, ASquareRoundASquare) {
  Polygons square;
  square.parts.push_back({{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, true});
  square.parts.push_back({{{3, 3}, {6, 3}, {6, 6}, {3, 6}}, false});
  const FreeSpace space = FreeSpace::from_polygons(square);
  const VisibilityGraph graph = VisibilityGraph::build(space, {.sight_list_share = 0});
  EXPECT_EQ(graph.vertex_count(), 4u);
  EXPECT_EQ(graph.edge_count(), 4u);
  EXPECT_EQ(graph.report().components, 1);
  EXPECT_EQ(graph.report().covered_area, 72);
  const std::size_t corners = space.corners().size();
  EXPECT_EQ(graph.memory_bytes(), 5 * 4u + 8 * (4u + 8u + 8u) + 4 * (16u + 4u + 4u) + corners * 4u);
  const VisibilityGraph with_lists = VisibilityGraph::build(space, {.sight_list_share = 1});
  EXPECT_TRUE(with_lists.has_sight_lists());
  EXPECT_GT(with_lists.memory_bytes(), graph.memory_bytes());
  EXPECT_LE(with_lists.memory_bytes(), 2 * graph.memory_bytes());
  EXPECT_FALSE(VisibilityGraph::build(space, {.sight_list_share = 0.01}).has_sight_lists());
  EXPECT_FALSE(VisibilityGraph::build(space, {Kind::kFull}).has_sight_lists());
}

/// The links of start and goal as attach() finds them, without repetitions.
std::array<std::set<std::pair<Vertex, double>>, 2> links_of(const VisibilityGraph& graph,
                                                            const Location& start,
                                                            const Location& goal) {
  VisibilityGraph::Scratch scratch;
  Attachment attachment;
  graph.attach(start, goal, scratch, attachment);
  std::array<std::set<std::pair<Vertex, double>>, 2> links;
  for (const Link& link : attachment.start) links[0].insert({link.vertex, link.cost});
  for (const Link& link : attachment.goal) links[1].insert({link.vertex, link.cost});
  return links;
}

// Sight lists must give at least the links that triangular expansion finds. They may also give a
// link to a corner that is hidden behind another corner on the same ray.
TEST(VisibilityGraph, SightListsFindTheLinksOfTriangularExpansion) {
  std::size_t links = 0;
  std::vector<test::World> worlds = small_worlds(6);
  for (test::World& world : test::extreme_worlds()) worlds.push_back(std::move(world));
  for (const test::World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const VisibilityGraph listed = VisibilityGraph::build(space, {.sight_list_share = 1000});
    const VisibilityGraph walked = VisibilityGraph::build(space, {.sight_list_share = 0});
    EXPECT_FALSE(walked.has_sight_lists());
    EXPECT_EQ(edges_of(listed), edges_of(walked));
    const VisibilityGraph given_up = VisibilityGraph::build(space, {.sight_list_share = 1e-6});
    EXPECT_FALSE(given_up.has_sight_lists());
    EXPECT_EQ(edges_of(given_up), edges_of(walked));
    std::mt19937 random(8);
    std::vector<Location> ends;
    for (const Point p : test::probe_points(space, random, 60)) {
      const Location at = space.locate(p);
      if (at.place != Place::kBlocked) ends.push_back(at);
    }
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      const auto found = links_of(listed, ends[i], ends[i + 1]);
      const auto seen = links_of(walked, ends[i], ends[i + 1]);
      for (const std::size_t end : {0u, 1u}) {
        const Point from = ends[i + end].point;
        ASSERT_TRUE(std::ranges::includes(found[end], seen[end]));
        for (const auto& link : found[end]) {
          if (seen[end].contains(link)) continue;
          const Point to = listed.position(link.first);
          EXPECT_TRUE(std::ranges::any_of(seen[end], [&](const auto& other) {
            const Point at = listed.position(other.first);
            return orientation(from, at, to) == 0 && strictly_between(from, at, to);
          }));
        }
      }
      if (listed.has_sight_lists()) links += found[0].size();
    }
  }
  EXPECT_GT(links, 3000u);
}

}  // namespace
}  // namespace fairway
