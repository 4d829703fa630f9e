#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// A static tree of boxes over segments, split at medians, that finds the segments near another
/// one. Unlike a table of buckets it does not mind segments that crowd in one place.
class WallTree {
 public:
  struct Segment {
    Point a;
    Point b;
  };

  WallTree() = default;
  /// O(n log n).
  explicit WallTree(std::span<const Segment> segments);

  /// Calls visit(i) once for each segment i that can touch the closed segment ab, and for some near
  /// it that do not; stops where visit returns false. O(log n + visited) for short ab.
  template <class Visit>
  void visit(Point a, Point b, Visit&& visit) const;

  /// The segment nearest to p, up to rounding; square(i) is the squared distance of segment i from
  /// it. Precondition: there are some. O(log n) for p near evenly spread segments.
  template <class Square>
  std::size_t nearest(Point p, Square&& square) const;

  /// The box of all segments. Precondition: there are some.
  const Box& box() const { return nodes_.front().box; }
  bool empty() const { return nodes_.empty(); }
  /// Bytes on the heap.
  std::size_t memory_bytes() const {
    return nodes_.capacity() * sizeof(Node) + order_.capacity() * sizeof(std::int32_t);
  }

 private:
  /// Its first child follows a node; a leaf has no second one.
  struct Node {
    Box box;
    std::int32_t begin;
    std::int32_t end;
    std::int32_t second;
  };
  static constexpr std::int32_t kLeafSize = 6;
  static constexpr std::size_t kMaxDepth = 40;

  void split(std::span<const Segment> segments, std::int32_t begin, std::int32_t end);
  static bool may_touch(const Box& box, Point a, Point b);
  static double square_to(const Box& box, Point p) {
    const double dx = std::max({0.0, box.min.x - p.x, p.x - box.max.x});
    const double dy = std::max({0.0, box.min.y - p.y, p.y - box.max.y});
    return dx * dx + dy * dy;
  }

  std::vector<Node> nodes_;
  std::vector<std::int32_t> order_;
};

inline bool WallTree::may_touch(const Box& box, Point a, Point b) {
  if (std::min(a.x, b.x) > box.max.x || std::max(a.x, b.x) < box.min.x ||
      std::min(a.y, b.y) > box.max.y || std::max(a.y, b.y) < box.min.y) {
    return false;
  }
  if (a == b) return true;
  const int side = orientation(a, b, box.min);
  return side == 0 || side != orientation(a, b, box.max) ||
         side != orientation(a, b, {box.min.x, box.max.y}) ||
         side != orientation(a, b, {box.max.x, box.min.y});
}

template <class Visit>
void WallTree::visit(Point a, Point b, Visit&& visit) const {
  if (nodes_.empty()) return;
  std::array<std::int32_t, kMaxDepth> stack;
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const std::int32_t at = stack[--depth];
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    if (!may_touch(node.box, a, b)) continue;
    if (node.second != 0) {
      stack[depth++] = node.second;
      stack[depth++] = at + 1;
      continue;
    }
    for (std::int32_t i = node.begin; i < node.end; ++i) {
      if (!visit(static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]))) return;
    }
  }
}

template <class Square>
std::size_t WallTree::nearest(Point p, Square&& square) const {
  struct Entry {
    std::int32_t node;
    double least;
  };
  const auto entry = [&](std::int32_t node) {
    return Entry{node, square_to(nodes_[static_cast<std::size_t>(node)].box, p)};
  };
  std::size_t best = static_cast<std::size_t>(order_.front());
  double least = square(best);
  std::array<Entry, kMaxDepth> stack;
  std::size_t depth = 0;
  stack[depth++] = entry(0);
  while (depth > 0) {
    const Entry at = stack[--depth];
    if (at.least >= least) continue;
    const Node& node = nodes_[static_cast<std::size_t>(at.node)];
    if (node.second != 0) {
      Entry near = entry(at.node + 1);
      Entry far = entry(node.second);
      if (far.least < near.least) std::swap(near, far);
      stack[depth++] = far;
      stack[depth++] = near;
      continue;
    }
    for (std::int32_t i = node.begin; i < node.end; ++i) {
      const auto segment = static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]);
      const double found = square(segment);
      if (found >= least) continue;
      least = found;
      best = segment;
    }
  }
  return best;
}

}  // namespace fairway
