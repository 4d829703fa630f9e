#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// A k-d tree that finds the points near a place, up to rounding. Points are known by their index.
/// Immutable; may be moved.
class PointIndex {
 public:
  static constexpr std::size_t kMostNearest = 64;

  PointIndex();
  /// Keeps a reference to the points. O(n log n).
  explicit PointIndex(std::span<const Point> points);
  PointIndex(PointIndex&&) noexcept;
  PointIndex& operator=(PointIndex&&) noexcept;
  ~PointIndex();

  /// Replaces `found` by the k nearest points (fewer if there are fewer), nearest first.
  /// Precondition: k <= kMostNearest. O(log n + k) expected; does not allocate if `found` has room.
  void nearest(Point p, std::size_t k, std::vector<Vertex>& found) const;

  /// Bytes on the heap, without the points.
  std::size_t memory_bytes() const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;  // null without points
};

}  // namespace fairway
