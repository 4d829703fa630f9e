#pragma once

#include <cstdint>

#include "algorithms/geometry/point.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// The first step of the path from a place to the root in a tree of shortest paths. A place is the
/// index of a vertex of the tree.
struct Leg {
  double length = 0;       ///< length of the path
  std::int32_t next = -1;  ///< next place, or -1 at the root
};

/// A funnel: the shortest paths from a place (the cusp) to both ends of an edge (the gate). The
/// paths are stored from the ends towards the cusp.
struct Funnel {
  ///@{ Left and right end of the gate, and the cusp.
  std::int32_t left;
  std::int32_t right;
  std::int32_t cusp;
  ///@}
};

/// The place at which the shortest path from the cusp to an apex leaves the funnel. The apex is the
/// third vertex of the triangle behind the gate.
struct Tangent {
  std::int32_t at;  ///< the place
  /// +1 if the place is on the left path of the funnel, -1 on the right path, 0 at the cusp.
  int side;

  ///@{ The funnel to the left or right side of the triangle behind the gate of `f`. `apex` is the
  /// place of the triangle's apex.
  Funnel left_of(std::int32_t apex, const Funnel& f) const {
    return {f.left, apex, side > 0 ? at : f.cusp};
  }
  Funnel right_of(std::int32_t apex, const Funnel& f) const {
    return {apex, f.right, side < 0 ? at : f.cusp};
  }
  ///@}
};

/// Finds the place where the shortest path from the cusp to `apex` leaves the funnel. Searches
/// alternately from both ends of the gate. point(place) returns the point of a place. next(place)
/// returns the next place towards the root. Exact. O(n log n) for all tangents of n triangles.
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
