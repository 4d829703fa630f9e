#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A piece of a boundary between two vertices. A side is as seen from a to b. At least one is free,
/// both at a wall of zero width.
struct Wall {
  Point a;
  Point b;
  bool free_left;
  bool free_right;
};

/// The pieces into which the ends of edges cut the edges, each once, from the lesser point to the
/// greater, in the order of their points. Borders along each other in opposite directions are no
/// wall. It knows no triangulation, so that what judges paths does not depend on what makes them.
/// Precondition: the edges do not cross, and bound free space. O(n log n); O(n sqrt(n)) at worst,
/// with long slanted edges.
std::vector<Wall> walls_of(std::span<const BoundaryEdge> edges);

/// The same of a triangulated world: the edges that are blocked on a free side. O(n log n).
std::vector<Wall> walls_of(const Triangulation& mesh);

/// Hash of walls and their sides; equal worlds have equal hashes on every machine. Linear.
std::uint64_t hash_of(std::span<const Wall> walls);

}  // namespace fairway
