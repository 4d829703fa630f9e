#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/graph/vertex.hpp"
#include "algorithms/search/open_heap.hpp"

namespace fairway {

/// The tree of least paths from a root to all vertices of a graph, by Dijkstra's algorithm.
class LeastTree {
 public:
  /// Keeps a reference to the graph.
  explicit LeastTree(const CsrGraph& graph)
      : graph_(graph),
        costs_(graph.vertex_count()),
        edges_(graph.vertex_count()),
        settled_(graph.vertex_count()) {}

  /// Grows the tree of a root. If two edges reach v at the same cost, `prefers(v, e)` states
  /// whether edge e replaces the current edge. O(m log n).
  template <class Prefers>
  void grow(Vertex root, const Prefers& prefers) {
    std::ranges::fill(costs_, kInfinity);
    std::ranges::fill(settled_, std::uint8_t{0});
    reached_.clear();
    costs_[index(root)] = 0;
    open_.push({0, root});
    while (!open_.empty()) {
      const Open least = open_.pop();
      if (std::exchange(settled_[index(least.vertex)], std::uint8_t{1}) != 0) continue;
      reached_.push_back(least.vertex);
      const std::uint32_t end = graph_.row_end(least.vertex);
      for (std::uint32_t e = graph_.row_begin(least.vertex); e < end; ++e) {
        const Vertex v = graph_.target(e);
        const double cost = least.cost + graph_.cost(e);
        double& other = costs_[index(v)];
        if (cost < other) {
          other = cost;
          edges_[index(v)] = e;
          open_.push({cost, v});
        } else if (cost == other && settled_[index(v)] == 0 && prefers(v, e)) {
          edges_[index(v)] = e;
        }
      }
    }
  }
  /// Overload that keeps the first edge among edges of equal cost.
  void grow(Vertex root) {
    grow(root, [](Vertex, std::uint32_t) { return false; });
  }

  /// The vertices that the root reaches, in increasing order of cost; the root is the first.
  const std::vector<Vertex>& reached() const { return reached_; }
  /// The least cost from the root; infinity if no path leads to the vertex.
  double cost(Vertex v) const { return costs_[index(v)]; }
  /// The edge of the tree into a vertex. Precondition: the vertex is in the tree and is not the
  /// root.
  std::uint32_t edge(Vertex v) const { return edges_[index(v)]; }

 private:
  struct Open {
    double cost;
    Vertex vertex;
    bool before(const Open& other) const { return cost < other.cost; }
  };
  static std::size_t index(Vertex v) { return static_cast<std::size_t>(v); }

  const CsrGraph& graph_;
  std::vector<double> costs_;
  std::vector<std::uint32_t> edges_;
  std::vector<std::uint8_t> settled_;
  std::vector<Vertex> reached_;
  OpenHeap<Open> open_;
};

}  // namespace fairway
