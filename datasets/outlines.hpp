#pragma once

#include <span>
#include <utility>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// From its first to its second point, with free space on its left.
using DirectedEdge = std::pair<Point, Point>;

/// The rings of a region from its border: edges with the region on their left, which meet in ends
/// only; every point has as many coming in as going out. Each ring is simple; counter-clockwise
/// ones are outlines. Where rings meet in a point, they are told apart so that none passes through
/// a pinch. Outlines come in the order of their least edge, holes after all outlines. O(n log n).
Polygons trace_rings(std::span<const DirectedEdge> border);

/// Free space as polygons, of whatever it was made: equal for equal worlds. Outlines run
/// counter-clockwise, holes clockwise; no ring meets itself or another in more than points. Edges
/// and walls end wherever another one touches them. O(n log n).
Polygons outlines_of(const FreeSpace& space);

}  // namespace fairway
