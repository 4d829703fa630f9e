#include "algorithms/search/astar.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/graph/successor_graph.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/search/random_graph.hpp"

namespace fairway::test {
namespace {

TEST(AStar, EqualsBoostsDijkstraOnThousandsOfRandomGraphs) {
  std::mt19937_64 random(1);
  SearchScratch scratch;
  std::vector<Vertex> vertices;
  ComparedQueries queries;
  for (int round = 0; round < 3000; ++round) {
    const int count = 2 + static_cast<int>(random() % 60);
    const RandomGraph g(random, count, 1 + round % 4, round % 3 == 0 ? 1.0 : 3.0);
    const Attachment attachment = random_attachment(random, g, 1 + round % 3, round % 5 == 0);
    const double expected = least_cost(g, attachment);
    for (const bool informed : {false, true}) {
      const SearchResult result =
          informed
              ? astar(g.graph, attachment, lower_bound_to(g, attachment.goal), scratch, vertices)
              : astar(g.graph, attachment, ZeroHeuristic{}, scratch, vertices);
      queries.compare(g, attachment, expected, result, vertices);
      ASSERT_LE(result.expanded, static_cast<std::uint64_t>(count));
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(queries.found, 1000);
  EXPECT_GT(queries.lost, 300);
}

TEST(AStar, AWeightBoundsTheCost) {
  std::mt19937_64 random(2);
  SearchScratch scratch;
  std::vector<Vertex> vertices;
  int worse = 0;
  for (int round = 0; round < 300; ++round) {
    const RandomGraph g(random, 200, 4, 4.0);
    Attachment attachment;
    attachment.start.push_back({0, 0});
    attachment.goal.push_back({1, 0});
    const auto bound = lower_bound_to(g, attachment.goal);
    const SearchResult best = astar(g.graph, attachment, bound, scratch, vertices);
    const SearchResult quick =
        astar(g.graph, attachment, WeightedHeuristic(bound, 2.0), scratch, vertices);
    ASSERT_EQ(best.found, quick.found);
    if (!best.found) continue;
    EXPECT_LE(quick.cost, 2 * best.cost * (1 + 1e-12));
    worse += quick.cost > best.cost * (1 + 1e-9) ? 1 : 0;
  }
  EXPECT_GT(worse, 10);
}

TEST(AStar, TiesGoToTheLargerG) {
  // The graph is a directed lattice of ten by ten vertices. All vertices have the same f.
  std::vector<CsrGraph::CostedEdge> edges;
  const auto id = [](int row, int column) { return static_cast<Vertex>(10 * row + column); };
  for (int row = 0; row < 10; ++row) {
    for (int column = 0; column < 10; ++column) {
      if (column < 9) edges.push_back({id(row, column), id(row, column + 1), 1});
      if (row < 9) edges.push_back({id(row, column), id(row + 1, column), 1});
    }
  }
  const CsrGraph graph = CsrGraph::from_edges(100, edges);
  Attachment attachment;
  attachment.start.push_back({id(0, 0), 0});
  attachment.goal.push_back({id(9, 9), 0});
  SearchScratch scratch;
  std::vector<Vertex> vertices;
  const auto manhattan = [](Vertex v) { return 18.0 - v / 10 - v % 10; };
  const SearchResult result = astar(graph, attachment, manhattan, scratch, vertices);
  EXPECT_EQ(result.cost, 18);
  EXPECT_EQ(result.expanded, 19U);
  EXPECT_EQ(vertices.size(), 19U);
}

TEST(AStar, QueriesDoNotInfluenceEachOther) {
  std::mt19937_64 random(3);
  const RandomGraph big(random, 500, 3, 2.0);
  const RandomGraph small(random, 20, 3, 2.0);
  SearchScratch shared;
  for (int round = 0; round < 200; ++round) {
    const RandomGraph& g = round % 2 == 0 ? big : small;
    Attachment attachment;
    attachment.start.push_back({static_cast<Vertex>(random() % g.places.size()), 0});
    attachment.goal.push_back({static_cast<Vertex>(random() % g.places.size()), 0});
    SearchScratch fresh;
    std::vector<Vertex> a;
    std::vector<Vertex> b;
    const auto bound = lower_bound_to(g, attachment.goal);
    const SearchResult first = astar(g.graph, attachment, bound, shared, a);
    const SearchResult second = astar(g.graph, attachment, bound, fresh, b);
    ASSERT_EQ(first.cost, second.cost);
    ASSERT_EQ(first.expanded, second.expanded);
    ASSERT_EQ(first.generated, second.generated);
    ASSERT_EQ(a, b);
  }
}

/// All edges of a graph, for SuccessorGraph. Records the vertices whose edges are loaded early.
struct RecordingEdges {
  const CsrGraph& graph;
  std::vector<Vertex>& loaded;

  auto operator()(Vertex, Vertex v) const { return out_edges(v, graph); }
  void prefetch(Vertex v) const { loaded.push_back(v); }
};

TEST(AStar, LoadsTheEdgesOfTheNextVertexInLargeGraphs) {
  std::mt19937_64 random(4);
  ComparedQueries queries;
  for (const std::size_t count : {kManyVertices - 1, kManyVertices}) {
    const RandomGraph g(random, static_cast<int>(count), 8, 2.0);
    Attachment attachment;
    attachment.start.push_back({0, 0});
    attachment.goal.push_back({1, 0});
    SearchScratch scratch;
    std::vector<Vertex> vertices;
    std::vector<Vertex> loaded;
    const SuccessorGraph graph(g.graph, RecordingEdges{g.graph, loaded});
    const SearchResult result = astar(graph, attachment, ZeroHeuristic{}, scratch, vertices);
    queries.compare(g, attachment, least_cost(g, attachment), result, vertices);
    ASSERT_GT(result.expanded, 1000U);
    if (count < kManyVertices) {
      EXPECT_TRUE(loaded.empty());
      continue;
    }
    EXPECT_GT(loaded.size(), result.expanded / 2);
    for (const Vertex v : loaded) ASSERT_TRUE(scratch.is_open(v) || scratch.is_closed(v));
  }
  EXPECT_EQ(queries.found, 2);
}

TEST(AStar, AnEmptyAttachmentFindsNothing) {
  const CsrGraph graph = CsrGraph::from_edges(3, {});
  SearchScratch scratch;
  std::vector<Vertex> vertices;
  const SearchResult result = astar(graph, Attachment{}, ZeroHeuristic{}, scratch, vertices);
  EXPECT_FALSE(result.found);
  EXPECT_EQ(result.expanded, 0U);
}

}  // namespace
}  // namespace fairway::test
