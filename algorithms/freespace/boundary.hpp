#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// How an edge affects which areas are free.
enum class EdgeRole : std::uint8_t {
  kWorld,     ///< a border or a wall of the world
  kObstacle,  ///< the border of an obstacle, with the obstacle on its left
  kFrame,     ///< no effect: the edge only extends the triangulated area
};

/// An edge of a world's boundary. A border from a to b has free space on its left. A wall has free
/// space on both sides.
struct BoundaryEdge {
  ///@{ The ends of the edge.
  Point a;
  Point b;
  ///@}
  bool wall = false;                 ///< whether the edge is a wall
  int part = -1;                     ///< index of the ring, wall or face in the input; -1 if none
  int vertex = -1;                   ///< index of vertex a in the ring or face; -1 if none
  EdgeRole role = EdgeRole::kWorld;  ///< how the edge affects which areas are free
};

/// Returns the edges of all rings, with free space on their left, and all walls. Throws
/// InvalidWorld for: a ring with fewer than three points or no area; two equal successive points; a
/// wall without length; a coordinate that is not usable. Linear.
std::vector<BoundaryEdge> boundary_of(const Polygons& polygons);

/// Returns the edges of an obstacle's ring. The inside of the ring is on the left of each edge.
/// Throws like boundary_of().
std::vector<BoundaryEdge> obstacle_edges(const Ring& ring);

/// Returns the sides of a box as frame edges, counter-clockwise.
std::vector<BoundaryEdge> frame_of(const Box& box);

/// Returns the borders between cells of different classes, as maximal segments of lattice lines. A
/// segment also ends where another boundary edge meets it. O(cells).
std::vector<BoundaryEdge> boundary_of(const Raster& raster);

/// Returns the edges of boundary_of(raster) that a change of the cells in the block can affect.
/// They lie on lattice lines through the block or along its border. Precondition: the block is
/// inside the raster. Linear in the cells of the block and the lengths of the edges.
std::vector<BoundaryEdge> boundary_near(const Raster& raster, const CellBlock& block);

/// Throws InvalidWorld unless a face is convex and counter-clockwise. `part` is the index of the
/// face, for the exception. Precondition: the face has at least three points. Linear.
void require_convex(std::span<const Point> face, int part);

/// Returns the edges that belong to only one face, and the walls. Throws InvalidWorld if a face is
/// not convex, if two faces use an edge in the same direction, or if a coordinate is unusable.
/// Linear.
std::vector<BoundaryEdge> boundary_of(const Mesh& mesh);

}  // namespace fairway
