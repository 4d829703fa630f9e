#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

/// Polygons are numbered 0 .. polygon_count() - 1.
using PolygonId = std::int32_t;
/// No polygon.
inline constexpr PolygonId kNoPolygon = -1;

/// Free space cut into convex polygons along edges of its triangulation. The common border of two
/// polygons is at most one straight line. A polygon can have angles of 180 degrees. Immutable.
class ConvexPartition {
 public:
  /// Makes each free triangle a polygon. O(n).
  static ConvexPartition of_triangles(const FreeSpace& space);
  /// Merges triangles: removes edges between them, longest first, wherever the result is convex.
  /// Exact. The result has at most four times the minimum number of polygons. O(n log n).
  /// Source: S. Hertel, K. Mehlhorn, "Fast triangulation of simple polygons", FCT 1983.
  static ConvexPartition merged(const FreeSpace& space) { return merged(space, kNoLimit); }
  /// Overload with a limit: no merged polygon has more than `most_sides` sides. Precondition:
  /// most_sides >= 3.
  static ConvexPartition merged(const FreeSpace& space, std::size_t most_sides);

  std::size_t polygon_count() const { return begin_.size() - 1; }  ///< number of polygons
  /// Half-edges of the triangulation around a polygon, counter-clockwise.
  std::span<const HalfEdge> ring(PolygonId p) const {
    const auto first = static_cast<std::size_t>(begin_[static_cast<std::size_t>(p)]);
    const auto last = static_cast<std::size_t>(begin_[static_cast<std::size_t>(p) + 1]);
    return std::span(rings_).subspan(first, last - first);
  }
  /// The polygon of a triangle, or kNoPolygon if the triangle is not free.
  PolygonId polygon_of(TriangleId t) const { return polygon_of_[static_cast<std::size_t>(t)]; }
  /// Bytes on the heap.
  std::size_t memory_bytes() const { return heap_bytes(begin_, rings_, polygon_of_); }

 private:
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  friend class PolygonMerger;
  std::vector<std::int32_t> begin_{0};
  std::vector<HalfEdge> rings_;
  std::vector<PolygonId> polygon_of_;
};

}  // namespace fairway
