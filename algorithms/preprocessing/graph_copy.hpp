#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/preprocessing/cost_bound.hpp"
#include "algorithms/settings/search_settings.hpp"

namespace fairway {

/// The two exact ends of a query and their links.
struct LinkedQuery {
  Point start;              ///< the exact start
  Point goal;               ///< the exact goal
  const Attachment& links;  ///< links of both ends, and the direct segment
};

/// The graph of a representation as plain arrays, so that preprocessing is compiled once for all
/// representations. Immutable except for forget_backward().
class GraphCopy {
 public:
  /// Copies all edges except loops. Copies only the cheapest of parallel edges. `heuristic` is the
  /// metric of bound(). O(m log m).
  GraphCopy(std::vector<Point> positions, std::vector<CsrGraph::CostedEdge> edges,
            HeuristicKind heuristic);

  /// Number of vertices.
  std::size_t vertex_count() const { return bound_.positions().size(); }
  /// The graph with all edges in their original direction. The edges of a vertex are sorted by
  /// target.
  const CsrGraph& forward() const { return forward_; }
  /// The graph with all edges reversed.
  const CsrGraph& backward() const { return symmetric_ ? forward_ : backward_; }
  /// Returns, for each edge index of backward(), the index of the same edge in forward(). Linear.
  std::vector<std::uint32_t> forward_edges() const;
  /// Frees the memory of backward(). Do not call backward() afterwards.
  void forget_backward() { backward_ = CsrGraph(); }
  /// Whether each edge also exists in the other direction at the same cost.
  bool symmetric() const { return symmetric_; }
  /// The lower bound of costs.
  const CostBound& bound() const { return bound_; }

  /// Returns the vertices of the largest connected component, in increasing order. The direction of
  /// edges does not matter.
  std::vector<Vertex> largest_part() const;

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(forward_, backward_, bound_); }

 private:
  CsrGraph forward_;
  CsrGraph backward_;  ///< empty if the graph is symmetric
  CostBound bound_;
  bool symmetric_ = false;
};

}  // namespace fairway
