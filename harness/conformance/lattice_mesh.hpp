#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway::conformance {

/// A mesh of unit squares, row by row, each as two triangles, without walls. Vertex (x, y) has the
/// number y * (width + 1) + x. `rising` states for each square whether its diagonal rises.
Mesh lattice_mesh(int width, int height, const std::vector<bool>& rising);

/// The borders of the union of the faces, as closed chains of vertices with the faces on their
/// left. Chains touch at common vertices and never cross. `follow_faces` has a value for each
/// vertex. Where chains touch, they follow the faces if the value is true, and the outside if it is
/// false.
std::vector<std::vector<std::int32_t>> border_rings(const Mesh& mesh,
                                                    const std::vector<bool>& follow_faces);

/// Twice the signed area of a ring in doubles, positive if the ring is anticlockwise.
double twice_area(const Ring& ring);

}  // namespace fairway::conformance
