#pragma once

#include <memory>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The offset lines of a world's walls: lines parallel to a wall, on its free sides. Their distance
/// from the wall is a radius plus a margin for rounding. A point is covered if a wall is closer
/// than this distance. A point is also covered if it lies between a reflex corner and the tangents
/// that replace the arc around the corner.
class OffsetEdges {
 public:
  /// Computes the offset lines. Precondition: the radius is above 0. O(n log n).
  OffsetEdges(const FreeSpace& space, double radius);
  ~OffsetEdges();

  /// Edges of closed chains that contain the border between covered and uncovered points. Omits an
  /// edge if one wall covers all its points. Chains may cross themselves and each other.
  const std::vector<RingEdge>& edges() const { return edges_; }

  /// Whether p is covered. O(log n + walls nearby).
  bool covers(Point p) const;

 private:
  struct Index;

  double distance_;
  std::unique_ptr<Index> index_;
  std::vector<RingEdge> edges_;
};

}  // namespace fairway
