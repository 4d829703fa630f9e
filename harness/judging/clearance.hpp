#pragma once

#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/box_tree.hpp"

namespace fairway {

/// Distances from paths to walls. Immutable.
class Clearance {
 public:
  /// O(n log n).
  explicit Clearance(std::span<const Wall> walls);

  /// The least distance of a path to a wall, in map units; infinity without walls. Precondition:
  /// the path has a point.
  double of(std::span<const Point> path) const;

 private:
  std::vector<Wall> walls_;
  BoxTree tree_;
};

}  // namespace fairway
