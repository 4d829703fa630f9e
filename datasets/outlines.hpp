#pragma once

#include <span>
#include <utility>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

enum class RingSide { kInside, kOutside, kBorder };

/// The position of a point relative to a ring, by the even-odd rule. Exact. Linear.
RingSide side_of(const Ring& ring, Point p);

/// An edge from its first to its second point, with free space on its left.
using DirectedEdge = std::pair<Point, Point>;

/// The rings of a region from its border edges. Each edge has the region on its left, and edges
/// meet only at ends. Precondition: every point has as many incoming as outgoing edges. Each ring
/// is simple; counter-clockwise rings are outlines. Rings that meet at a point touch there, but do
/// not cross. Outlines come first, in the order of their lexicographically least edges, then all
/// holes. O(n log n).
Polygons trace_rings(std::span<const DirectedEdge> border);

/// The polygons of free space, from any kind of world. Equal worlds give equal polygons. Outlines
/// run counter-clockwise and holes clockwise. Rings are simple and meet other rings only at single
/// points. Edges and walls are split where another edge or wall touches them. O(n log n).
Polygons outlines_of(const FreeSpace& space);

}  // namespace fairway
