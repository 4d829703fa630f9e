#pragma once

#include <span>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Scratch space of pull_string.
struct FunnelScratch {
  struct Tail {
    Point point;
  };
  std::vector<Point> funnel;
};

/// The shortest path from start to goal through the portals in order. Exact decisions; linear.
/// Source: D. T. Lee, F. P. Preparata, "Euclidean shortest paths in the presence of rectilinear
/// barriers", Networks 14 (1984); the funnel as a deque.
void pull_string(Point start, Point goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 Path& path);

}  // namespace fairway
