#pragma once

#include <memory>
#include <vector>

#include "algorithms/freespace/cut_edges.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The lines at a radius from the walls of a free space, and as much more as crossings are rounded,
/// on the walls' free sides; and what they part: a point is covered if it is nearer to a wall than
/// that, or within the tangents that stand for the arc round a reflex corner.
class OffsetEdges {
 public:
  /// Precondition: the radius is above 0. O(n log n).
  OffsetEdges(const FreeSpace& space, double radius);
  ~OffsetEdges();

  /// Closed chains of edges that hold the whole border between covered and other points, less edges
  /// that are covered as a whole by one wall. No part of a chain is to be trusted alone: chains
  /// cross each other and themselves.
  const std::vector<RingEdge>& edges() const { return edges_; }

  /// O(log n + walls nearby).
  bool covers(Point p) const;

 private:
  struct Index;

  double distance_;
  std::unique_ptr<const Index> index_;
  std::vector<RingEdge> edges_;
};

}  // namespace fairway
