#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/freespace/walls.hpp"
#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Distances from paths to walls. Immutable.
class Clearance {
 public:
  /// O(n log n).
  explicit Clearance(std::span<const Wall> walls);

  /// The least distance of a path to a wall, in map units; infinity without walls. Precondition:
  /// the path has a point.
  double of(std::span<const Point> path) const;

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(walls_, tree_); }

 private:
  std::vector<Wall> walls_;
  BoxTree tree_;
};

}  // namespace fairway
