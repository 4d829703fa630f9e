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

/// Copies the graph and raises the costs of edges near walls. Returns an index with A* searches on
/// this copy, which find paths of least cost.
/// - The cost of an edge is multiplied by 1 + w / c. w is `settings.clearance_weight`. c is the
///   least distance between the realised edge and a wall, but at least kLeastClearance times the
///   longer side of the world.
/// - The costs of links and of the direct segment are multiplied in the same way. Here c is the
///   least distance between the straight segment and a wall.
///
/// If `in_cells` is true, locate_in_cells() locates the ends of edges. Otherwise locate() locates
/// them. Computes O(m log n) distances for m edges and n walls. Preconditions: w > 0. The list of
/// walls and all structures that the representation uses are built (see SpacePart).
std::unique_ptr<const Preprocessing> weigh_clearance(RepresentationView& view,
                                                     const FreeSpace& space, bool in_cells,
                                                     const SearchSettings& settings);

}  // namespace fairway
