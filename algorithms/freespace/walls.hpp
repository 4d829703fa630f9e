#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A piece of a boundary between two vertices. Left and right are as seen from a towards b. At
/// least one side is free; both are free at a wall of zero width.
struct Wall {
  ///@{ The ends.
  Point a;
  Point b;
  ///@}
  ///@{ Whether the left side and the right side are free.
  bool free_left;
  bool free_right;
  ///@}
};

/// Cuts edges at the ends of other edges and returns each piece once. Pieces run from the lesser
/// point to the greater and are sorted by their points. Two borders that coincide in opposite
/// directions cancel: no wall is returned for them. Uses no triangulation, so that PathChecker is
/// independent of the checked code. Precondition: the edges bound free space and do not cross. O(n
/// log n), but O(n sqrt(n)) with many long slanted edges.
std::vector<Wall> walls_of(std::span<const BoundaryEdge> edges);

/// Returns the walls of a triangulated world: the blocked edges of free triangles. O(n log n).
std::vector<Wall> walls_of(const Triangulation& mesh);

/// Returns a hash of walls and their free sides. Equal worlds have equal hashes on every machine.
/// Linear.
std::uint64_t hash_of(std::span<const Wall> walls);

}  // namespace fairway
