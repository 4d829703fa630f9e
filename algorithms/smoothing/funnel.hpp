#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Scratch space of pull_string: the funnel's chains. They begin behind the apex and end at the
/// current portal; an empty chain ends at the apex.
struct FunnelScratch {
  class Chain {
   public:
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
    std::size_t memory_bytes() const { return heap_bytes(points_); }

   private:
    std::vector<Point> points_;
    std::size_t head_ = 0;
  };

  Chain left;
  Chain right;

  std::size_t memory_bytes() const { return heap_bytes(left, right); }
};

/// Writes the shortest path from start to goal through the portals, in order, to `path`: the ends
/// and the points where it turns (one point if it does not move). Portals may be points, repeat,
/// share ends, and hold the start or the goal. Exact; linear; allocates only while the scratch
/// grows. Precondition: the regions between start, portals and goal are convex, portals included.
/// Source: D. T. Lee, F. P. Preparata, "Euclidean shortest paths in the presence of rectilinear
/// barriers", Networks 14 (1984); the funnel as a deque.
void pull_string(Point start, Point goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 Path& path);

}  // namespace fairway
