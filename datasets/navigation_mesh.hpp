#pragma once

#include "algorithms/freespace/world_input.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// Reads a navigation mesh of format 2 (D. Harabor and M. Cui, "Compromise-free Pathfinding on a
/// Navigation Mesh", IJCAI 2017) or 3 (Iron Harvest benchmark, SoCS 2022). `//` starts a comment;
/// line ends count as blanks. Keeps the traversable faces. An edge between two traversable faces
/// without a link in the file (format 2: -1, format 3: a negative neighbour) is a wall.
/// Throws InputError if a count or an index is wrong, a face is not convex and counter-clockwise
/// (decided exactly), two faces have the same side of an edge, or a link disagrees with the faces
/// that share the edge. O(n log n); never reserves more memory than the length of the file allows.
WorldFile parse_navigation_mesh(const TextFile& source);

/// Removes the points of a mesh that no face uses.
void drop_unused_points(Mesh& mesh);

}  // namespace fairway
