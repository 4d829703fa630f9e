#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"

namespace fairway {

/// An edge of an arrangement, between two points in lexicographic order, low < high. Edges of an
/// arrangement meet only at their ends. A ring is identified by its number, RingEdge::ring.
struct ArrangedEdge {
  Point low;
  Point high;
  std::vector<std::int32_t> rings;  ///< rings that contain the edge an odd number of times, sorted
  std::vector<std::int32_t> below;  ///< rings that enclose the right side, seen from `low`, sorted
  std::vector<std::int32_t> above;  ///< rings that enclose the left side, sorted
};

/// Merges equal edges, and finds the rings that enclose each side of an edge by the even-odd rule.
/// Drops edges that every ring contains an even number of times. Precondition: edges meet only at
/// ends. O(n (log n + d)) for rings nested d deep. Exact.
std::vector<ArrangedEdge> arrange(const std::vector<RingEdge>& edges);

}  // namespace fairway
