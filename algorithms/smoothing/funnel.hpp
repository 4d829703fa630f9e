#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The funnel of pull_string(), reused between calls. Each chain begins behind the apex and ends at
/// the current portal. An empty chain ends at the apex.
struct FunnelScratch {
  /// A chain of the funnel: a queue of points that also loses points at its end.
  class Chain {
   public:
    ///@{ Members as in std::deque.
    void clear() {
      points_.clear();
      head_ = 0;
    }
    bool empty() const { return head_ == points_.size(); }
    std::size_t size() const { return points_.size() - head_; }
    Point operator[](std::size_t i) const { return points_[head_ + i]; }
    void push_back(Point p) { points_.push_back(p); }
    void pop_back() { points_.pop_back(); }
    void pop_front() { ++head_; }
    ///@}
    /// Bytes on the heap, by capacity.
    std::size_t memory_bytes() const { return heap_bytes(points_); }

   private:
    std::vector<Point> points_;
    std::size_t head_ = 0;
  };

  ///@{ The left and the right chain.
  Chain left;
  Chain right;
  ///@}

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(left, right); }
};

/// Writes the shortest path from start to goal through the portals, in order, to `path`. The path
/// has both ends and the points where it turns; it is one point if start and goal coincide. Portals
/// may be points, repeat, share ends, or contain the start or the goal. Precondition: the regions
/// between start, portals and goal are convex and contain their portals. Exact. Linear. Allocates
/// only while the scratch grows.
/// Source: D. T. Lee, F. P. Preparata, "Euclidean shortest paths in the presence of rectilinear
/// barriers", Networks 14 (1984), with the funnel as a deque.
void pull_string(Point start, Point goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 Path& path);

}  // namespace fairway
