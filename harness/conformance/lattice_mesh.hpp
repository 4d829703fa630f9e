#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway::conformance {

/// The unit squares of a lattice, row by row, as two triangles each and without walls. Vertex
/// (x, y) has the number y * (width + 1) + x. `rising` tells of each square whether its diagonal
/// rises.
Mesh lattice_mesh(int width, int height, const std::vector<bool>& rising);

/// The borders of the union of the faces, as closed chains of vertices with the faces on their
/// left. Where several chains meet in a vertex, they part along the faces if `follow_faces` of the
/// vertex is set, and along what is outside if not; they touch either way, and never cross.
std::vector<std::vector<std::int32_t>> border_rings(const Mesh& mesh,
                                                    const std::vector<bool>& follow_faces);

/// Twice the area that a ring goes round anticlockwise, in doubles.
double twice_area(const Ring& ring);

}  // namespace fairway::conformance
