#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// An edge of a ring, in the ring's direction.
struct RingEdge {
  Point from;
  Point to;
  std::int32_t ring;
};

struct CutCounts {
  std::size_t crossings = 0;
  std::size_t touches = 0;
};

/// Cuts edges wherever they cross or touch until they meet in ends only; equal edges stay. New
/// points are rounded to doubles, which may bend edges and make them cross others, so it is done
/// again until nothing crosses. Throws InvalidWorld where that does not end.
/// Expected O((n + k) log n) for k meetings, by an R-tree (Boost.Geometry).
CutCounts cut_at_meetings(std::vector<RingEdge>& edges);

/// An edge between two points in lexicographic order, low < high, of an arrangement of edges that
/// meet in ends only, with the rings that go along it an odd number of times.
struct ArrangedEdge {
  Point low;
  Point high;
  std::vector<std::int32_t> rings;  ///< sorted
  std::vector<std::int32_t> below;  ///< rings that enclose its right side (seen from low), sorted
  std::vector<std::int32_t> above;  ///< rings that enclose its left side, sorted
};

/// Joins equal edges and finds by the even-odd rule which rings enclose each side. Edges along
/// which every ring goes an even number of times are dropped. Precondition: edges meet in ends
/// only. O(n (log n + d)) where rings are nested d deep. Exact.
std::vector<ArrangedEdge> arrange(const std::vector<RingEdge>& edges);

}  // namespace fairway
