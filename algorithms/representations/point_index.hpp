#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// A k-d tree that finds the points nearest to a given point, up to rounding. A point is identified
/// by its index in the constructor's list. Immutable; movable.
class PointIndex {
 public:
  static constexpr std::size_t kMostNearest = 64;  ///< limit of k in nearest()

  /// An index of no points.
  PointIndex();
  /// Indexes the points and keeps a reference to them. O(n log n).
  explicit PointIndex(std::span<const Point> points);
  ///@{ Moves the index.
  PointIndex(PointIndex&&) noexcept;
  PointIndex& operator=(PointIndex&&) noexcept;
  ///@}
  ~PointIndex();

  /// Writes the indices of the k points nearest to p to `found`, nearest first. If there are fewer
  /// points, writes all of them. Precondition: k <= kMostNearest. Expected O(log n + k). Does not
  /// allocate if the capacity of `found` suffices.
  void nearest(Point p, std::size_t k, std::vector<Vertex>& found) const;

  /// Bytes on the heap, without the points.
  std::size_t memory_bytes() const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;  // null if there are no points
};

}  // namespace fairway
