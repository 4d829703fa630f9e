#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Distances from paths to walls: a tree of boxes over the walls, searched nearest first.
/// Immutable.
class Clearance {
 public:
  /// O(n log n).
  explicit Clearance(std::span<const Wall> walls);

  /// The smallest distance of a path to a wall, in the world's units; infinity without walls.
  /// Precondition: the path has a point.
  double of(std::span<const Point> path) const;

 private:
  struct Node {
    Box box;
    std::int32_t begin;
    std::int32_t end;
    std::int32_t second;  ///< the second child, 0 for a leaf; the first one follows the node
  };
  void split(std::int32_t begin, std::int32_t end);
  void approach(Point a, Point b, double& nearest) const;

  std::vector<Wall> walls_;
  std::vector<Node> nodes_;
};

}  // namespace fairway
