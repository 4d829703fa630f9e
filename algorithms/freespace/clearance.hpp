#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/freespace/walls.hpp"
#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Computes the least distance between a path and the walls of a world. Immutable.
class Clearance {
 public:
  /// Builds a tree over n walls. O(n log n).
  explicit Clearance(std::span<const Wall> walls);

  /// The smallest distance between a path and a wall, in map units; infinity without walls.
  /// Precondition: the path is not empty.
  double of(std::span<const Point> path) const;

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(walls_, tree_); }

 private:
  std::vector<Wall> walls_;
  BoxTree tree_;
};

}  // namespace fairway
