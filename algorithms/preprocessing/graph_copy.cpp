#include "algorithms/preprocessing/graph_copy.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fairway {
namespace {

using Edge = CsrGraph::CostedEdge;

/// Sorts edges by source, target and cost. Keeps only the cheapest edge between two vertices.
void sort_and_thin(std::vector<Edge>& edges) {
  std::ranges::sort(edges, {}, [](const Edge& e) { return std::tie(e.source, e.target, e.cost); });
  const auto same_ends = [](const Edge& a, const Edge& b) {
    return a.source == b.source && a.target == b.target;
  };
  edges.erase(std::unique(edges.begin(), edges.end(), same_ends), edges.end());
}

bool same(const Edge& a, const Edge& b) {
  return a.source == b.source && a.target == b.target && a.cost == b.cost;
}

}  // namespace

GraphCopy::GraphCopy(std::vector<Point> positions, std::vector<Edge> edges,
                     HeuristicKind heuristic) {
  std::erase_if(edges, [](const Edge& e) { return e.source == e.target; });
  sort_and_thin(edges);
  bound_ = CostBound(std::move(positions), edges, heuristic);
  forward_ = CsrGraph::from_edges(vertex_count(), edges);
  std::vector<Edge> turned = edges;
  for (Edge& e : turned) std::swap(e.source, e.target);
  sort_and_thin(turned);
  symmetric_ = std::ranges::equal(edges, turned, same);
  if (!symmetric_) backward_ = CsrGraph::from_edges(vertex_count(), turned);
}

std::vector<std::uint32_t> GraphCopy::forward_edges() const {
  // The rows of forward_ are sorted by target, and the loop goes through the targets in order. For
  // each source, it therefore meets the edges in the order of the source's row.
  std::vector<std::uint32_t> next(vertex_count());
  for (Vertex v = 0; v < static_cast<Vertex>(vertex_count()); ++v) {
    next[static_cast<std::size_t>(v)] = forward_.row_begin(v);
  }
  std::vector<std::uint32_t> edges(backward().edge_count());
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    edges[e] = next[static_cast<std::size_t>(backward().target(e))]++;
  }
  return edges;
}

std::vector<Vertex> GraphCopy::largest_part() const {
  std::vector<char> seen(vertex_count(), 0);
  std::vector<Vertex> part;
  std::vector<Vertex> largest;
  for (Vertex first = 0; first < static_cast<Vertex>(vertex_count()); ++first) {
    if (std::exchange(seen[static_cast<std::size_t>(first)], 1) != 0) continue;
    part.assign(1, first);
    for (std::size_t i = 0; i < part.size(); ++i) {
      for (const CsrGraph* graph : {&forward(), &backward()}) {
        for (const Vertex w : graph->neighbours(part[i])) {
          if (std::exchange(seen[static_cast<std::size_t>(w)], 1) == 0) part.push_back(w);
        }
      }
    }
    if (part.size() > largest.size()) largest.swap(part);
  }
  std::ranges::sort(largest);
  return largest;
}

}  // namespace fairway
