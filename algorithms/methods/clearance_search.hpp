#pragma once

#include <memory>

namespace fairway {

class FreeSpace;
class Preprocessing;
class RepresentationView;
struct SearchSettings;

/// Lower limit of the clearance in costs, as a share of the longer side of the world. It keeps the
/// cost of an edge finite if the edge touches a wall.
inline constexpr double kLeastClearance = 1e-3;

/// Makes an A* search on a copy of the graph in which edges near walls cost more. It finds a path
/// of least cost.
/// - An edge costs its former cost times 1 + w / c. w is `settings.clearance_weight`; c is the
///   least distance between the realised edge and a wall, at least kLeastClearance times the longer
///   side of the world.
/// - Links to the start and the goal, and the direct segment, are multiplied in the same way. Their
///   c is the least distance between the straight segment and a wall.
///
/// `in_cells` states whether locate_in_cells() or locate() locates the ends of edges. Computes
/// O(m log n) distances for m edges and n walls. Preconditions: w > 0; the walls are built, and so
/// are the parts of the world that the representation uses.
std::unique_ptr<const Preprocessing> weigh_clearance(RepresentationView& view,
                                                     const FreeSpace& space, bool in_cells,
                                                     const SearchSettings& settings);

}  // namespace fairway
