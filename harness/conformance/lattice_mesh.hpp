#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway::conformance {

/// The unit squares of a lattice, row by row, as two triangles each and without walls. Vertex (x,
/// y) has the number y * (width + 1) + x. `rising` states for each square whether its diagonal
/// rises.
Mesh lattice_mesh(int width, int height, const std::vector<bool>& rising);

/// The borders of the union of the faces, as closed chains of vertices with the faces on their
/// left. Chains that meet at a vertex touch there and never cross. They separate along the faces if
/// `follow_faces` is set for the vertex, and along the outside otherwise.
std::vector<std::vector<std::int32_t>> border_rings(const Mesh& mesh,
                                                    const std::vector<bool>& follow_faces);

/// Twice the signed area of a ring in doubles, positive if the ring is anticlockwise.
double twice_area(const Ring& ring);

}  // namespace fairway::conformance
