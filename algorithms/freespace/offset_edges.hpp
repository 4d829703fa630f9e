#pragma once

#include <memory>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The offset lines of a world's walls, on their free sides. Their distance is a radius plus a
/// margin for rounding. A point is covered if a wall is closer than this distance, or if the point
/// lies inside the tangents that replace the arc around a reflex corner.
class OffsetEdges {
 public:
  /// Computes the offset lines. Precondition: the radius is above 0. O(n log n).
  OffsetEdges(const FreeSpace& space, double radius);
  ~OffsetEdges();

  /// Closed chains that contain the border between covered points and other points. Edges that one
  /// wall covers are left out. Chains may cross themselves and each other.
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
