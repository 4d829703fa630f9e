#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "algorithms/preprocessing/graph_copy.hpp"
#include "tests/search/random_graph.hpp"

namespace fairway::test {

/// Adds the reverse of each edge.
inline void double_edges(std::vector<CsrGraph::CostedEdge>& edges) {
  const std::size_t count = edges.size();
  for (std::size_t i = 0; i < count; ++i) {
    edges.push_back({edges[i].target, edges[i].source, edges[i].cost});
  }
}

inline std::vector<CsrGraph::CostedEdge> edges_of(const CsrGraph& graph) {
  std::vector<CsrGraph::CostedEdge> all;
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertex_count()); ++v) {
    for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
      all.push_back({v, graph.target(e), graph.cost(e)});
    }
  }
  return all;
}

/// An 8-connected lattice with holes. It has unconnected components and many paths of equal cost.
inline RandomGraph holey_lattice(std::mt19937_64& random, int side) {
  RandomGraph g(random, side * side, 0, 1);
  std::vector<char> free(static_cast<std::size_t>(side * side));
  for (char& cell : free) cell = random() % 3 != 0 ? 1 : 0;
  std::vector<CsrGraph::CostedEdge> edges;
  for (int j = 0; j < side; ++j) {
    for (int i = 0; i < side; ++i) {
      const Vertex v = j * side + i;
      g.places[static_cast<std::size_t>(v)] = {static_cast<double>(i), static_cast<double>(j)};
      for (const auto& [di, dj] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
        const Vertex w = v + dj * side + di;
        if (i + di < 0 || i + di >= side || j + dj >= side) continue;
        if (free[static_cast<std::size_t>(v)] == 0 || free[static_cast<std::size_t>(w)] == 0) {
          continue;
        }
        edges.push_back({v, w, di != 0 && dj != 0 ? std::sqrt(2.0) : 1.0});
      }
    }
  }
  double_edges(edges);
  g.graph = CsrGraph::from_edges(g.places.size(), edges);
  return g;
}

/// A random graph of one of five kinds:
/// - 0: directed;
/// - 1: symmetric;
/// - 2: a lattice;
/// - 3: directed, with parallel edges and edges of cost 0;
/// - 4: symmetric, with parallel edges and edges of cost 0.
inline RandomGraph graph_of_kind(std::mt19937_64& random, int kind, int size) {
  if (kind == 2) return holey_lattice(random, 2 + size / 8);
  RandomGraph g(random, size, 1 + kind % 2 + size % 2, kind == 0 ? 1.0 : 3.0);
  std::vector<CsrGraph::CostedEdge> edges = edges_of(g.graph);
  if (kind >= 3) {
    for (CsrGraph::CostedEdge& e : edges) e.cost = static_cast<double>(random() % 4) / 8;
    const std::size_t count = edges.size() / 3;
    for (std::size_t i = 0; i < count; ++i) {
      edges.push_back(edges[random() % edges.size()]);
      edges.back().cost = static_cast<double>(random() % 4) / 8;
    }
  }
  if (kind == 1 || kind == 4) double_edges(edges);
  g.graph = CsrGraph::from_edges(g.places.size(), edges);
  return g;
}
inline constexpr int kGraphKinds = 5;

inline GraphCopy copy_of(const RandomGraph& g, HeuristicKind heuristic) {
  return GraphCopy(g.places, edges_of(g.graph), heuristic);
}

}  // namespace fairway::test
