#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"

namespace fairway {

/// An edge between two points in lexicographic order, low < high. It belongs to an arrangement of
/// edges that meet only at ends. `rings` are the rings that contain it an odd number of times.
struct ArrangedEdge {
  Point low;
  Point high;
  std::vector<std::int32_t> rings;  ///< sorted
  std::vector<std::int32_t> below;  ///< rings that enclose its right side (seen from low), sorted
  std::vector<std::int32_t> above;  ///< rings that enclose its left side, sorted
};

/// Merges equal edges and finds by the even-odd rule which rings enclose each side. Edges that
/// every ring contains an even number of times are dropped. Precondition: edges meet only at ends.
/// O(n (log n + d)) for rings nested d deep. Exact.
std::vector<ArrangedEdge> arrange(const std::vector<RingEdge>& edges);

}  // namespace fairway
