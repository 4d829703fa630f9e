#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Memory of pull_string(), reused between calls.
struct FunnelScratch {
  /// Stores the funnel in this order: the left chain from its end to the apex, the apex, the right
  /// chain from the apex to its end. The end of an empty chain is the apex.
  std::vector<Point> points;

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(points); }
};

/// Writes the shortest path from start to goal through the portals, in order, to `path`. The path
/// has both ends and the points where it turns; it is one point if start and goal coincide. Portals
/// may be points, repeat, share ends, or contain the start or the goal. Precondition: the region
/// between two successive portals is convex and contains both portals. The precondition treats
/// start and goal as the first and the last portal. Exact. Linear in the portals. Allocates only
/// while the scratch grows.
/// Source: D. T. Lee, F. P. Preparata, "Euclidean shortest paths in the presence of rectilinear
/// barriers", Networks 14 (1984), with the funnel as a deque.
void pull_string(Point start, Point goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 Path& path);

}  // namespace fairway
