#pragma once

#include <span>
#include <utility>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

enum class RingSide { kInside, kOutside, kBorder };

/// The position of a point relative to a ring, by the even-odd rule. Exact. Linear.
RingSide side_of(const Ring& ring, Point p);

/// Leads from its first to its second point with free space on its left.
using DirectedEdge = std::pair<Point, Point>;

/// The rings of a region from its border: edges that have the region on their left and meet only at
/// ends. Every point must have as many incoming as outgoing edges. Each ring is simple;
/// counter-clockwise ones are outlines. Rings that meet at a point are separated so that none
/// passes through a pinch. Outlines come in the order of their least edge, then all holes. O(n log
/// n).
Polygons trace_rings(std::span<const DirectedEdge> border);

/// Free space as polygons, from any kind of world; equal worlds give equal polygons. Outlines run
/// counter-clockwise and holes clockwise. A ring meets itself or another only at single points.
/// Edges and walls are split wherever another one touches them. O(n log n).
Polygons outlines_of(const FreeSpace& space);

}  // namespace fairway
