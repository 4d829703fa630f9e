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
/// left. Chains may share vertices but never cross. Where chains meet at a vertex v, a chain can
/// continue in two ways. If follow_faces[v] is true, it continues round the same faces, which are
/// on its left. Otherwise it continues round the same part of the outer region, which is on its
/// right.
std::vector<std::vector<std::int32_t>> border_rings(const Mesh& mesh,
                                                    const std::vector<bool>& follow_faces);

/// Twice the signed area of a ring, computed in doubles. It is positive if the ring is
/// anticlockwise.
double twice_area(const Ring& ring);

}  // namespace fairway::conformance
