#pragma once

#include <cstdint>

#include "algorithms/geometry/point.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// A step of a shortest path to the root of a tree: the next place, and the length from here.
struct Leg {
  double length = 0;
  std::int32_t next = -1;  ///< -1 at the root
};

/// A funnel: the shortest paths from its cusp to the ends of a gate, followed from these.
struct Funnel {
  std::int32_t left;
  std::int32_t right;
  std::int32_t cusp;
};

/// Where the shortest path to the apex behind a funnel's gate leaves the funnel. `side` is +1 on
/// the left chain, -1 on the right one, 0 at the cusp.
struct Tangent {
  std::int32_t at;
  int side;

  /// The funnels behind the triangle's other sides.
  Funnel left_of(std::int32_t apex, const Funnel& f) const {
    return {f.left, apex, side > 0 ? at : f.cusp};
  }
  Funnel right_of(std::int32_t apex, const Funnel& f) const {
    return {apex, f.right, side < 0 ? at : f.cusp};
  }
};

/// Finds the tangent by a search from both ends of the gate at once: O(n log n) for all tangents of
/// n triangles. `point` and `next` map a place to its point and to the next place towards the root.
/// Exact.
/// Source: L. Guibas, J. Hershberger, D. Leven, M. Sharir, R. Tarjan, "Linear-time algorithms for
/// visibility and shortest path problems inside triangulated simple polygons", Algorithmica 2
/// (1987), section 2.
template <class PointOf, class NextOf>
Tangent find_tangent(const Funnel& funnel, Point apex, const PointOf& point, const NextOf& next) {
  std::int32_t left = funnel.left;
  std::int32_t right = funnel.right;
  while (left != funnel.cusp || right != funnel.cusp) {
    if (left != funnel.cusp) {
      const std::int32_t before = next(left);
      if (orientation(point(before), point(left), apex) >= 0) return {left, +1};
      left = before;
    }
    if (right != funnel.cusp) {
      const std::int32_t before = next(right);
      if (orientation(point(before), point(right), apex) <= 0) return {right, -1};
      right = before;
    }
  }
  return {funnel.cusp, 0};
}

}  // namespace fairway
