#pragma once

#include <cstdint>

#include "algorithms/geometry/point.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// A step of a shortest path to the root of a tree of shortest paths: the next place, and the
/// length of the path from here to the root.
struct Leg {
  double length = 0;
  std::int32_t next = -1;  ///< -1 at the root
};

/// A funnel: the shortest paths from its cusp to the left and the right end of a gate, as ways out
/// from the gate's ends.
struct Funnel {
  std::int32_t left;
  std::int32_t right;
  std::int32_t cusp;
};

/// The place where the shortest path to the apex of the triangle behind a funnel's gate leaves the
/// funnel. `side` is +1 on the left chain, -1 on the right one, 0 at the cusp.
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

/// Finds the tangent by a search from both ends of the gate at once, so that all tangents of a tree
/// of n triangles take O(n log n). `point` and `next` map places to points and to the next place on
/// the way to the root. Exact.
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
