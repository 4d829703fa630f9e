#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// What an edge does to what is free.
enum class EdgeRole : std::uint8_t {
  kWorld,     ///< a border or a wall of the world
  kObstacle,  ///< the border of an obstacle, with the obstacle on its left
  kFrame,     ///< nothing: it makes the triangulation reach so far
};

/// An edge of a world's boundary. Free space lies to the left of a border from a to b, and on both
/// sides of a wall. `part` and `vertex` give its place in the input, or -1.
struct BoundaryEdge {
  Point a;
  Point b;
  bool wall = false;
  int part = -1;
  int vertex = -1;
  EdgeRole role = EdgeRole::kWorld;
};

/// The rings' edges, with free space on their left, and the walls. Throws InvalidWorld for rings of
/// fewer than three points or without area, repeated points and walls without length. Linear.
std::vector<BoundaryEdge> boundary_of(const Polygons& polygons);

/// The edges of an obstacle's ring, with its inside on their left. Throws as boundary_of() does.
std::vector<BoundaryEdge> obstacle_edges(const Ring& ring);

/// The sides of a box, counter-clockwise, with the role of a frame.
std::vector<BoundaryEdge> frame_of(const Box& box);

/// The maximal straight pieces between cells of different classes. Linear in the cells.
std::vector<BoundaryEdge> boundary_of(const Raster& raster);

/// Those of them that a change of a block of cells may change: on the lattice lines through the
/// block or along it. Precondition: the block is inside. Linear in their lengths.
std::vector<BoundaryEdge> boundary_near(const Raster& raster, const CellBlock& block);

/// Throws InvalidWorld, with this part, unless a face is convex and counter-clockwise.
/// Precondition: at least three points. Linear.
void require_convex(std::span<const Point> face, int part);

/// The edges that belong to one face only, and the walls. Throws InvalidWorld if require_convex()
/// does or two faces use an edge in the same direction. Linear.
std::vector<BoundaryEdge> boundary_of(const Mesh& mesh);

}  // namespace fairway
