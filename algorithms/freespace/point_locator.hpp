#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

enum class Place : std::uint8_t { kBlocked, kTriangle, kEdge, kVertex, kCell };

/// A point and a half-edge of a free triangle that contains it: any for kTriangle, the edge that
/// holds the point for kEdge, one with the point as origin for kVertex, kNoHalfEdge for kBlocked
/// and for kCell: a point that was located in the cells of the world.
struct Location {
  Point point;
  Place place = Place::kBlocked;
  HalfEdge half_edge = kNoHalfEdge;
};

/// Where a walk ends: in the closed triangle, or outside the hull.
struct WalkEnd {
  TriangleId triangle;
  bool inside;
};

/// Walks from a triangle to a point. Exact, and always ends.
/// Source: O. Devillers, S. Pion, M. Teillaud, "Walking in a triangulation", IJFCS 13 (2002),
/// section 2.3 (remembering stochastic walk).
WalkEnd walk(const Triangulation& mesh, TriangleId from, Point p);

/// Locates points by a walk from the triangle near the centre of the point's bucket, with about one
/// bucket a triangle. Expected O(1) for evenly spread vertices.
class PointLocator {
 public:
  PointLocator() = default;
  explicit PointLocator(const Triangulation& triangulation);

  /// A triangle near a point, in the hull's box.
  TriangleId near(Point p) const { return buckets_[bucket(p)]; }
  /// Finds the triangles of the buckets anew whose centres a triangle held that has changed. Each
  /// bucket's triangle holds its centre. is_stale tells of a triangle whether it has changed;
  /// `live` is one near. Linear in those buckets and the rows of the triangle.
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

  /// Exact. The border of free space is inside.
  Location locate(const Triangulation& triangulation, Point p) const;

  std::size_t memory_bytes() const { return buckets_.capacity() * sizeof(TriangleId); }

 private:
  std::size_t bucket(Point p) const;
  Point centre(int column, int row) const {
    return {box_.min.x + (column + 0.5) / per_x_, box_.min.y + (row + 0.5) / per_y_};
  }
  /// Calls visit(bucket, its centre) for those whose centres a triangle holds, and perhaps for
  /// neighbours of them.
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
