#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

enum class Place : std::uint8_t { kBlocked, kTriangle, kEdge, kVertex, kCell };

/// A point and a half-edge of a free triangle that contains it: any for kTriangle, the edge that
/// holds the point for kEdge, one with the point as origin for kVertex, kNoHalfEdge for kBlocked
/// and for kCell: a point that was located in the cells of the world.
struct Location {
  Point point;
  Place place = Place::kBlocked;
  HalfEdge half_edge = kNoHalfEdge;
};

/// Locates points by a walk from the triangle near the centre of the point's bucket, with about one
/// bucket a triangle. Expected O(1) for evenly spread vertices.
/// Source: O. Devillers, S. Pion, M. Teillaud, "Walking in a triangulation", IJFCS 13 (2002),
/// section 2.3 (remembering stochastic walk, which always ends).
class PointLocator {
 public:
  PointLocator() = default;
  explicit PointLocator(const Triangulation& triangulation);

  /// Exact. The border of free space is inside.
  Location locate(const Triangulation& triangulation, Point p) const;

  std::size_t memory_bytes() const { return buckets_.capacity() * sizeof(TriangleId); }

 private:
  std::size_t bucket(Point p) const;

  Box box_;
  int columns_ = 0;
  int rows_ = 0;
  double per_x_ = 0;
  double per_y_ = 0;
  std::vector<TriangleId> buckets_;
};

}  // namespace fairway
