#pragma once

#include <span>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// A piece of a world's boundary: free space lies to the left of a border (seen from a to b), and
/// to both sides of a wall of zero width. `part` and `vertex` tell where the input states it, or
/// are -1.
struct BoundaryEdge {
  Point a;
  Point b;
  bool wall = false;
  int part = -1;
  int vertex = -1;
};

/// The rings' edges, each ring turned so that it has free space on its left, and the walls. Throws
/// InvalidWorld for rings of fewer than three points, repeated points, rings without area, and
/// walls without length. Linear.
std::vector<BoundaryEdge> boundary_of(const Polygons& polygons);

/// The longest straight pieces between cells of different classes. Linear in the cells.
std::vector<BoundaryEdge> boundary_of(const Raster& raster);

/// Throws InvalidWorld with this part where a face is not convex and counter-clockwise: it turns
/// right or back at a vertex, or winds round more than once. Precondition: it has three points at
/// least. Linear.
void require_convex(std::span<const Point> face, int part);

/// The faces' edges that no other face shares, and the walls. Throws InvalidWorld for faces that
/// are not convex or counter-clockwise, and edges that two faces use in the same direction. Linear.
std::vector<BoundaryEdge> boundary_of(const Mesh& mesh);

}  // namespace fairway
