#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// A static tree over the bounding boxes of items (walls, edges, faces), split at medians. An item
/// is identified by its index in the constructor's list. Clustered items do not slow queries down.
class BoxTree {
 public:
  BoxTree() = default;
  /// Builds the tree in O(n log n).
  explicit BoxTree(std::span<const Box> boxes);

  /// Calls visit(i) once for each item whose box may touch the closed segment ab. Some visited
  /// boxes may not touch the segment. Stops when visit returns false. O(log n + visited items) for
  /// short ab.
  template <class Visit>
  void visit(Point a, Point b, Visit&& visit) const {
    visit_where([&](const Box& box) { return may_touch(box, a, b); }, visit);
  }
  /// Overload for a closed box.
  template <class Visit>
  void visit(const Box& near, Visit&& visit) const {
    visit_where([&](const Box& box) { return overlap(box, near); }, visit);
  }

  /// Result of nearest().
  struct Nearest {
    std::size_t item;  ///< index of the item
    double square;     ///< squared distance of the item
  };
  /// Returns the item nearest to the box `to`, up to rounding. square(i) returns the squared
  /// distance of item i. Returns nothing if no squared distance is less than `below`. O(log n) if
  /// items are spread evenly.
  template <class Square>
  std::optional<Nearest> nearest(const Box& to, double below, Square&& square) const;

  /// Bounding box of all items. Precondition: the tree is not empty.
  const Box& box() const { return nodes_.front().box; }
  bool empty() const { return nodes_.empty(); }  ///< whether the tree has no items
  /// Bytes on the heap, by capacity. O(1).
  std::size_t memory_bytes() const {
    return nodes_.capacity() * sizeof(Node) + order_.capacity() * sizeof(std::int32_t);
  }

 private:
  /// The first child of a node is the next node. `second` is the index of the other child, or 0 in
  /// a leaf. The items of a node are order_[begin, end).
  struct Node {
    Box box;
    std::int32_t begin;
    std::int32_t end;
    std::int32_t second;
  };
  static constexpr std::int32_t kLeafSize = 6;
  static constexpr std::size_t kMaxDepth = 40;

  void split(std::span<const Box> boxes, std::int32_t begin, std::int32_t end);
  static bool may_touch(const Box& box, Point a, Point b);
  template <class Near, class Visit>
  void visit_where(const Near& near, Visit&& visit) const;

  std::vector<Node> nodes_;
  std::vector<std::int32_t> order_;
};

/// Returns the bounding boxes of segments with members a and b, in order.
template <class Segments>
std::vector<Box> boxes_of(const Segments& segments) {
  std::vector<Box> boxes;
  boxes.reserve(std::size(segments));
  for (const auto& segment : segments) boxes.push_back(box_of(segment.a, segment.b));
  return boxes;
}

inline bool BoxTree::may_touch(const Box& box, Point a, Point b) {
  if (!overlap(box, box_of(a, b))) return false;
  if (a == b) return true;
  const int side = orientation(a, b, box.min);
  return side == 0 || side != orientation(a, b, box.max) ||
         side != orientation(a, b, {box.min.x, box.max.y}) ||
         side != orientation(a, b, {box.max.x, box.min.y});
}

template <class Near, class Visit>
void BoxTree::visit_where(const Near& near, Visit&& visit) const {
  if (nodes_.empty()) return;
  std::array<std::int32_t, kMaxDepth> stack;
  std::size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const std::int32_t at = stack[--depth];
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    if (!near(node.box)) continue;
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
std::optional<BoxTree::Nearest> BoxTree::nearest(const Box& to, double below,
                                                 Square&& square) const {
  std::optional<Nearest> best;
  if (nodes_.empty()) return best;
  struct Entry {
    std::int32_t node;
    double least;
  };
  const auto entry = [&](std::int32_t node) {
    return Entry{node, squared_distance(nodes_[static_cast<std::size_t>(node)].box, to)};
  };
  std::array<Entry, kMaxDepth> stack;
  std::size_t depth = 0;
  stack[depth++] = entry(0);
  while (depth > 0) {
    const Entry at = stack[--depth];
    if (at.least >= below) continue;
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
      const auto item = static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]);
      const double found = square(item);
      if (found >= below) continue;
      below = found;
      best = Nearest{item, found};
    }
  }
  return best;
}

}  // namespace fairway
