#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

enum class Place : std::uint8_t { kBlocked, kTriangle, kEdge, kVertex };

/// A point and where it lies in the triangulation. `half_edge` belongs to a free triangle that
/// contains the point: any half-edge of it for kTriangle, the edge the point is on for kEdge, one
/// whose origin is the point for kVertex. It is kNoHalfEdge for kBlocked.
struct Location {
  Point point;
  Place place = Place::kBlocked;
  HalfEdge half_edge = kNoHalfEdge;
};

/// Point location in a triangulation: a table of about one bucket a triangle holds a triangle near
/// each bucket's centre, and a walk leads from there to the point. Expected O(1) for evenly spread
/// vertices. Source: O. Devillers, S. Pion, M. Teillaud, "Walking in a triangulation", IJFCS 13
/// (2002), section 2.3 (remembering stochastic walk, which ends on every triangulation).
class PointLocator {
 public:
  PointLocator() = default;
  explicit PointLocator(const Triangulation& triangulation);

  /// Exact. Points on the border of free space are inside it.
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
