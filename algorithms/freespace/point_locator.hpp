#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Where a point lies: outside free space, in a triangle, on an edge, at a vertex, or in a cell.
enum class Place : std::uint8_t { kBlocked, kTriangle, kEdge, kVertex, kCell };

/// A point and its place in free space. A point in a triangle, on an edge or at a vertex was
/// located in the triangulation. A point in a cell was located in the world's cells.
struct Location {
  Point point;                    ///< the point
  Place place = Place::kBlocked;  ///< where the point lies
  /// A half-edge of a free triangle that contains the point. If `place` is kTriangle, it is any
  /// half-edge of the triangle. If kEdge, the point lies on the half-edge. If kVertex, the
  /// half-edge starts at the point. If kBlocked or kCell, there is none: kNoHalfEdge.
  HalfEdge half_edge = kNoHalfEdge;
};

/// Where a walk ends.
struct WalkEnd {
  TriangleId triangle;  ///< the last triangle
  bool inside;          ///< whether the closed triangle contains the point; false outside the hull
  unsigned on;          ///< if inside: bit i is set if the point lies on side i of the triangle
};

/// Walks from a triangle to a point. Exact. Always ends.
/// Source: O. Devillers, S. Pion, M. Teillaud, "Walking in a triangulation", IJFCS 13 (2002),
/// section 2.3 (remembering stochastic walk).
WalkEnd walk(const Triangulation& mesh, TriangleId from, Point p);

/// Locates points with a lattice of buckets, about two triangles per bucket. Each bucket stores the
/// triangle at its centre. A walk from this triangle finds the point. Expected O(1) for evenly
/// spread vertices.
class PointLocator {
 public:
  PointLocator() = default;
  /// Finds the triangles of all buckets. Expected linear.
  explicit PointLocator(const Triangulation& triangulation);

  /// A triangle near a point. Precondition: the point is in the bounding box of the triangulation.
  TriangleId near(Point p) const { return buckets_[bucket(p)]; }
  /// Updates the buckets with a centre in triangle abc. is_stale(triangle) states whether the
  /// triangle of a bucket has changed. Such a bucket gets the triangle that now contains its
  /// centre. `live` is an existing triangle nearby, where the search starts. Linear in the buckets
  /// and in the bucket rows of abc.
  template <class IsStale>
  void update(const Triangulation& mesh, Point a, Point b, Point c, TriangleId live,
              IsStale is_stale) {
    for_each_bucket(a, b, c, [&](std::size_t bucket, Point centre) {
      if (is_stale(buckets_[bucket])) {
        live = walk(mesh, live, centre).triangle;
        buckets_[bucket] = live;
      }
    });
  }

  /// Locates a point. The border of free space belongs to free space. Exact.
  Location locate(const Triangulation& triangulation, Point p) const;

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return buckets_.capacity() * sizeof(TriangleId); }

 private:
  std::size_t bucket(Point p) const {
    const int column = std::min(columns_ - 1, static_cast<int>((p.x - box_.min.x) * per_x_));
    const int row = std::min(rows_ - 1, static_cast<int>((p.y - box_.min.y) * per_y_));
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  Point centre(int column, int row) const {
    return {box_.min.x + (column + 0.5) / per_x_, box_.min.y + (row + 0.5) / per_y_};
  }
  /// Calls visit(bucket, centre) for the buckets with a centre in triangle abc, and perhaps for
  /// some of their neighbours.
  template <class Visit>
  void for_each_bucket(Point a, Point b, Point c, Visit visit) const;

  Box box_;
  int columns_ = 0;
  int rows_ = 0;
  double per_x_ = 0;
  double per_y_ = 0;
  std::vector<TriangleId> buckets_;
};

template <class Visit>
void PointLocator::for_each_bucket(Point a, Point b, Point c, Visit visit) const {
  const auto row_of = [&](double y) { return static_cast<int>((y - box_.min.y) * per_y_); };
  const auto column_of = [&](double x) { return static_cast<int>((x - box_.min.x) * per_x_); };
  const auto [low, high] = std::minmax({a.y, b.y, c.y});
  const int last_row = std::min(row_of(high) + 1, rows_ - 1);
  for (int row = std::max(row_of(low) - 1, 0); row <= last_row; ++row) {
    const double y = std::clamp(centre(0, row).y, low, high);
    double left = std::numeric_limits<double>::infinity();
    double right = -left;
    const auto cut = [&](Point p, Point q) {
      if (std::min(p.y, q.y) > y || std::max(p.y, q.y) < y) return;
      const double share = p.y == q.y ? 0 : (y - p.y) / (q.y - p.y);
      for (const double x :
           {p.x + share * (q.x - p.x), p.y == q.y ? q.x : p.x + share * (q.x - p.x)}) {
        left = std::min(left, x);
        right = std::max(right, x);
      }
    };
    cut(a, b);
    cut(b, c);
    cut(c, a);
    if (left > right) continue;
    const int last = std::min(column_of(right) + 1, columns_ - 1);
    for (int column = std::max(column_of(left) - 1, 0); column <= last; ++column) {
      visit(static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                static_cast<std::size_t>(column),
            centre(column, row));
    }
  }
}

}  // namespace fairway
