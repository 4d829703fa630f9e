#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway::conformance {

/// Makes a mesh of unit squares, row by row, without walls. Each square consists of two triangles.
/// Vertex (x, y) has the index y * (width + 1) + x. `rising` states for each square whether its
/// diagonal leads from (x, y) to (x + 1, y + 1).
Mesh lattice_mesh(int width, int height, const std::vector<bool>& rising);

/// Returns the borders of the union of the faces: closed chains of vertices with the faces on their
/// left. Chains may share vertices but never cross. Where chains meet at a vertex v, each chain
/// continues along the faces on its left if follow_faces[v] is true. Otherwise it continues along
/// the outer region on its right.
std::vector<std::vector<std::int32_t>> border_rings(const Mesh& mesh,
                                                    const std::vector<bool>& follow_faces);

/// Twice the signed area of a ring, computed in doubles. It is positive if the ring is
/// anticlockwise.
double twice_area(const Ring& ring);

}  // namespace fairway::conformance
