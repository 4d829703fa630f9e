#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// A directed edge between numbered points, with free space on its left.
using DirectedEdge = std::pair<std::int32_t, std::int32_t>;

/// The rings of a region from its border: edges with the region on their left, which meet in ends
/// only; every point has as many coming in as going out. Each ring is simple; counter-clockwise
/// ones are outlines. Where rings meet in a point, they are told apart so that none passes through
/// a pinch. Outlines come in the order of their least edge, holes after all outlines. O(n log n).
Polygons trace_rings(const std::vector<Point>& points, std::vector<DirectedEdge> border);

/// Free space as polygons, of whatever it was made: equal for equal worlds. Outlines run
/// counter-clockwise, holes clockwise; no ring meets itself or another in more than points. Edges
/// and walls end wherever another one touches them. O(n log n).
Polygons outlines_of(const FreeSpace& space);

}  // namespace fairway
