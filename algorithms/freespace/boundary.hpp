#pragma once

#include <span>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// An edge of a world's boundary. Free space lies to the left of a border from a to b, and on both
/// sides of a wall. `part` and `vertex` give its place in the input, or -1.
struct BoundaryEdge {
  Point a;
  Point b;
  bool wall = false;
  int part = -1;
  int vertex = -1;
};

/// The rings' edges, with free space on their left, and the walls. Throws InvalidWorld for rings of
/// fewer than three points or without area, repeated points and walls without length. Linear.
std::vector<BoundaryEdge> boundary_of(const Polygons& polygons);

/// The maximal straight pieces between cells of different classes. Linear in the cells.
std::vector<BoundaryEdge> boundary_of(const Raster& raster);

/// Throws InvalidWorld, with this part, unless a face is convex and counter-clockwise.
/// Precondition: at least three points. Linear.
void require_convex(std::span<const Point> face, int part);

/// The edges that belong to one face only, and the walls. Throws InvalidWorld if require_convex()
/// does or two faces use an edge in the same direction. Linear.
std::vector<BoundaryEdge> boundary_of(const Mesh& mesh);

}  // namespace fairway
