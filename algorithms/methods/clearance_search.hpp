#pragma once

#include <memory>

namespace fairway {

class FreeSpace;
class Preprocessing;
class RepresentationView;
struct SearchSettings;

/// Smallest clearance that counts, as a share of the longer side of the world. It keeps the costs
/// of edges finite that touch a wall.
inline constexpr double kLeastClearance = 1e-3;

/// Makes A* over a copy of a graph, in which paths near walls cost more. An edge costs its length
/// times 1 + w / c. w is `settings.clearance_weight`. c is the least distance of the realised edge
/// to a wall, at least kLeastClearance of the longer side of the world. A link and the direct
/// segment cost the same by the straight segment between their ends. The path is cheapest by these
/// costs. `in_cells` states whether ends of edges are located in the cells. O(m log n) distances
/// for m edges and n walls. Preconditions: the weight is above 0; the parts of the world that the
/// representation uses, and the walls, are built.
std::unique_ptr<const Preprocessing> weigh_clearance(RepresentationView& view,
                                                     const FreeSpace& space, bool in_cells,
                                                     const SearchSettings& settings);

}  // namespace fairway
