#pragma once

#include <memory>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The offset lines of the walls of a free space, on their free sides, at a radius plus a margin
/// for rounding. A point is covered if it is closer to a wall than that, or inside the tangents
/// that replace the arc round a reflex corner.
class OffsetEdges {
 public:
  /// Precondition: the radius is above 0. O(n log n).
  OffsetEdges(const FreeSpace& space, double radius);
  ~OffsetEdges();

  /// Closed chains that include the whole border between covered and other points, except edges
  /// that a single wall covers. Chains may cross each other and themselves.
  const std::vector<RingEdge>& edges() const { return edges_; }

  /// O(log n + walls nearby).
  bool covers(Point p) const;

 private:
  struct Index;

  double distance_;
  std::unique_ptr<Index> index_;
  std::vector<RingEdge> edges_;
};

}  // namespace fairway
