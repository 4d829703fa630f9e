#include "algorithms/graph/csr_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/concept_check.hpp>
#include <boost/graph/astar_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/geometry/infinity.hpp"

namespace fairway {
namespace {

BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<CsrGraph>));
BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<CsrGraph>));
BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<CsrGraph>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyMapConcept<CsrCosts, CsrGraph::Edge>));

std::vector<CsrGraph::CostedEdge> random_edges(int vertices, int edges, std::mt19937& random) {
  std::vector<CsrGraph::CostedEdge> list;
  for (int i = 0; i < edges; ++i) {
    list.push_back({static_cast<Vertex>(random() % static_cast<unsigned>(vertices)),
                    static_cast<Vertex>(random() % static_cast<unsigned>(vertices)),
                    static_cast<double>(random() % 100)});
  }
  return list;
}

std::vector<std::tuple<Vertex, Vertex, double>> sorted(std::span<const CsrGraph::CostedEdge> list) {
  std::vector<std::tuple<Vertex, Vertex, double>> result;
  for (const auto& e : list) result.emplace_back(e.source, e.target, e.cost);
  std::sort(result.begin(), result.end());
  return result;
}

TEST(CsrGraph, HoldsTheRowsItWasGiven) {
  CsrGraph::Builder builder;
  builder.add(1, 2.5);
  builder.add(2, 1.0);
  builder.end_row();
  builder.end_row();
  builder.add(0, 4.0);
  builder.end_row();
  const CsrGraph graph = std::move(builder).build();
  EXPECT_EQ(num_vertices(graph), 3u);
  EXPECT_EQ(num_edges(graph), 3u);
  EXPECT_EQ(out_degree(0, graph), 2u);
  EXPECT_EQ(out_degree(1, graph), 0u);
  const auto [first, last] = out_edges(0, graph);
  ASSERT_EQ(last - first, 2);
  EXPECT_EQ(source(*first, graph), 0);
  EXPECT_EQ(target(*first, graph), 1);
  EXPECT_EQ(get(boost::edge_weight, graph, *first), 2.5);
  EXPECT_EQ(target(first[1], graph), 2);
  EXPECT_EQ(graph.memory_bytes(), 4 * 4u + 3 * 4u + 3 * 8u);
}

TEST(CsrGraph, AnEmptyGraphHasNeitherVerticesNorEdges) {
  for (const CsrGraph& graph :
       {CsrGraph(), CsrGraph::Builder().build(), CsrGraph::from_edges(0, {})}) {
    EXPECT_EQ(num_vertices(graph), 0u);
    EXPECT_TRUE(edges(graph).first == edges(graph).second);
  }
}

TEST(CsrGraph, EdgeListAndRowsHoldTheSameEdgesAsTheInput) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const int n = 1 + static_cast<int>(random() % 30);
    const auto list = random_edges(n, static_cast<int>(random() % 60), random);
    const CsrGraph graph = CsrGraph::from_edges(static_cast<std::size_t>(n), list);
    std::vector<CsrGraph::CostedEdge> by_rows;
    for (auto [v, last] = vertices(graph); v != last; ++v) {
      for (auto [e, row_end] = out_edges(*v, graph); e != row_end; ++e) {
        EXPECT_EQ(source(*e, graph), *v);
        by_rows.push_back({*v, target(*e, graph), get(boost::edge_weight, graph, *e)});
      }
    }
    std::vector<CsrGraph::CostedEdge> by_list;
    for (auto [e, last] = edges(graph); e != last; ++e) {
      by_list.push_back({source(*e, graph), target(*e, graph), graph.cost((*e).index)});
    }
    EXPECT_EQ(sorted(by_rows), sorted(list));
    EXPECT_EQ(sorted(by_list), sorted(list));
  }
}

std::vector<double> bellman_ford(int vertices, std::span<const CsrGraph::CostedEdge> list) {
  std::vector<double> distance(static_cast<std::size_t>(vertices), kInfinity);
  distance[0] = 0;
  for (int round = 0; round < vertices; ++round) {
    for (const auto& e : list) {
      auto& to = distance[static_cast<std::size_t>(e.target)];
      to = std::min(to, distance[static_cast<std::size_t>(e.source)] + e.cost);
    }
  }
  return distance;
}

TEST(CsrGraph, ServesBoostsSearches) {
  std::mt19937 random(11);
  for (int round = 0; round < 100; ++round) {
    const int n = 2 + static_cast<int>(random() % 20);
    const auto list = random_edges(n, 3 * n, random);
    const CsrGraph graph = CsrGraph::from_edges(static_cast<std::size_t>(n), list);
    const auto expected = bellman_ford(n, list);

    std::vector<double> by_dijkstra(static_cast<std::size_t>(n));
    boost::dijkstra_shortest_paths(
        graph, Vertex{0},
        boost::distance_map(
            boost::make_iterator_property_map(by_dijkstra.begin(), get(boost::vertex_index, graph)))
            .distance_inf(kInfinity));
    EXPECT_EQ(by_dijkstra, expected);

    std::vector<double> by_astar(static_cast<std::size_t>(n));
    boost::astar_search(
        graph, Vertex{0}, [](Vertex) { return 0.0; },
        boost::distance_map(
            boost::make_iterator_property_map(by_astar.begin(), get(boost::vertex_index, graph)))
            .distance_inf(kInfinity)
            .visitor(boost::default_astar_visitor()));
    EXPECT_EQ(by_astar, expected);
  }
}

/// Rows appear, grow, shrink and move. If the graph wastes memory, it is rebuilt from its rows.
TEST(CsrGraph, RowsCanBeReplacedRepeatedly) {
  std::mt19937 random(1);
  const auto edges = random_edges(40, 120, random);
  CsrGraph graph = CsrGraph::from_edges(40, edges);
  std::vector<std::vector<std::pair<Vertex, double>>> rows(40);
  for (const auto& e : edges)
    rows[static_cast<std::size_t>(e.source)].emplace_back(e.target, e.cost);
  std::size_t most = 0;
  int packed = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t v = random() % (rows.size() < 60 && random() % 50 == 0 ? 60 : rows.size());
    if (v >= rows.size()) rows.resize(v + 1);
    rows[v].clear();
    std::vector<Vertex> targets;
    std::vector<double> costs;
    for (std::size_t i = random() % 8; i > 0; --i) {
      targets.push_back(static_cast<Vertex>(random() % rows.size()));
      costs.push_back(static_cast<double>(random() % 100));
      rows[v].emplace_back(targets.back(), costs.back());
    }
    graph.replace_row(static_cast<Vertex>(v), targets, costs);
    most = std::max(most, graph.memory_bytes());
    if (graph.is_wasteful()) {
      CsrGraph::Builder builder;
      for (std::size_t w = 0; w < rows.size(); ++w) builder.add_row(graph, static_cast<Vertex>(w));
      graph = std::move(builder).build();
      ++packed;
    }
    std::size_t count = 0;
    ASSERT_EQ(graph.vertex_count(), rows.size());
    auto [edge, end] = fairway::edges(graph);
    for (std::size_t w = 0; w < rows.size(); ++w) {
      const auto at = static_cast<Vertex>(w);
      ASSERT_EQ(out_degree(at, graph), rows[w].size());
      ASSERT_LE(graph.row_end(at), graph.index_limit());
      for (std::size_t i = 0; i < rows[w].size(); ++i, ++edge, ++count) {
        const std::uint32_t index = graph.row_begin(at) + static_cast<std::uint32_t>(i);
        ASSERT_EQ(graph.neighbours(at)[i], rows[w][i].first);
        ASSERT_EQ(graph.target(index), rows[w][i].first);
        ASSERT_EQ(graph.cost(index), rows[w][i].second);
        ASSERT_NE(edge, end);
        ASSERT_EQ(*edge, (CsrGraph::Edge{at, index}));
      }
    }
    ASSERT_EQ(edge, end);
    ASSERT_EQ(graph.edge_count(), count);
  }
  EXPECT_GT(packed, 10);
  EXPECT_LT(most, 16384U);
}

}  // namespace
}  // namespace fairway
