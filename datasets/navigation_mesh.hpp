#pragma once

#include "algorithms/freespace/world_input.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// Reads a navigation mesh of format 2 (D. Harabor and M. Cui, "Compromise-free Pathfinding on a
/// Navigation Mesh", IJCAI 2017) or 3 (Iron Harvest benchmark, SoCS 2022). `//` starts a comment;
/// line ends count as blanks. Keeps the traversable faces. If the file does not link two
/// traversable faces that share an edge, the edge is a wall. (Format 2 then states the neighbour
/// -1, format 3 a negative neighbour.) O(n log n). Never reserves more memory than the length of
/// the file allows. Throws InputError in these cases:
/// - A count or an index is wrong.
/// - A face is not convex and counter-clockwise (decided exactly).
/// - Two faces lie on the same side of a common edge.
/// - A link disagrees with the faces that share the edge.
WorldFile parse_navigation_mesh(const TextFile& source);

/// Removes the points of a mesh that no face uses.
void drop_unused_points(Mesh& mesh);

}  // namespace fairway
