#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"

namespace fairway {

/// Geometry for points with any coordinates. A ray is stored as a point on the ray or on its
/// backward extension.
struct AnyPoints {
  ///@{ Members of a geometry, see PolyanyaView.
  using Bound = Polyanya::Bound;
  static Point ray(Point, Point through) { return through; }
  static Bound onward(Point parent, Point) { return {parent, 0, PolyanyaMesh::kNone, false, true}; }
  static int side(const Bound& bound, Point root, Point p) {
    const int s = orientation(root, bound.ray, p);
    return bound.opposite ? -s : s;
  }
  static int turn(Point a, Point b, Point c) { return orientation(a, b, c); }
  static Point direction(const Bound& bound, Point root) {
    return bound.opposite ? root - bound.ray : bound.ray - root;
  }
  ///@}
};

/// Geometry for points on the lattice: orientations are exact in double arithmetic. A ray is stored
/// as a direction.
struct LatticePoints {
  ///@{ Members of a geometry, see PolyanyaView.
  using Bound = Polyanya::Bound;
  static Point ray(Point root, Point through) { return through - root; }
  static Bound onward(Point parent, Point root) {
    return {root - parent, 0, PolyanyaMesh::kNone, false, false};
  }
  static double side(const Bound& bound, Point root, Point p) { return cross(bound.ray, p - root); }
  static double turn(Point a, Point b, Point c) { return twice_area(a, b, c); }
  static Point direction(const Bound& bound, Point) { return bound.ray; }
  ///@}
};

/// The view from one root. `Geometry` stores rays and computes orientations. side() and turn() are
/// positive for a point on the left.
template <class Geometry>
struct PolyanyaView {
  using Bound = Polyanya::Bound;  ///< End of an interval.
  Point goal;                     ///< the goal of the query
  Point from;                     ///< the root
  double cost = 0;                ///< length of the path from the start to the root
  double straight = 0;            ///< `cost` plus the distance from the root to the goal

  /// Side of a ray on which p lies: positive for left, 0 on its line.
  auto side(const Bound& bound, Point p) const { return Geometry::side(bound, from, p); }
  /// The ray from the root through the origin of a side.
  Bound bound_through(const PolyanyaMesh::Side& s) const {
    Bound bound{Geometry::ray(from, s.origin), 0, s.turn, true, false};
    bound.goal = side(bound, goal);
    return bound;
  }
  /// The ray that continues beyond the root in the direction from the root's parent.
  Bound bound_onward(Point parent) const {
    Bound bound = Geometry::onward(parent, from);
    bound.goal = side(bound, goal);
    return bound;
  }

  /// Lower bound of the length of paths from start to goal over the root and through the part of
  /// edge ab between the two rays.
  [[gnu::noinline]] double least_through(Point a, Point b, const Bound& right,
                                         const Bound& left) const {
    const Point edge = b - a;
    const double height = cross(edge, goal - a);
    Point to = goal;
    bool too_right = right.goal < 0;
    bool too_left = left.goal > 0;
    if (height > 0) {  // if the goal is on the root's side of the edge, mirror it
      const double scale = 2 * height / dot(edge, edge);
      to = {goal.x + scale * edge.y, goal.y - scale * edge.x};
      too_right = cross(Geometry::direction(right, from), to - from) < 0;
      too_left = cross(Geometry::direction(left, from), to - from) > 0;
    } else if (!too_right && !too_left) {
      return straight;
    }
    if (too_right) {
      const Point by = right.at_vertex ? a : on_edge(right, a, edge);
      return cost + distance(from, by) + distance(by, to);
    }
    if (too_left) {
      const Point by = left.at_vertex ? b : on_edge(left, a, edge);
      return cost + distance(from, by) + distance(by, to);
    }
    return cost + distance(from, to);
  }

  /// The point where the ray of a bound meets the edge from a to a + edge. If ray and edge are
  /// nearly parallel, their intersection would be inexact. In this case, returns the root, so that
  /// lengths stay lower bounds.
  Point on_edge(const Bound& bound, Point a, Point edge) const {
    const Point direction = Geometry::direction(bound, from);
    const double at_a = cross(direction, a - from);
    const double whole = -cross(direction, edge);
    constexpr double kParallel = 1e-6;
    const double lengths = dot(direction, direction) * dot(edge, edge);
    if (whole * whole <= kParallel * lengths) return from;
    const double t = std::clamp(at_a / whole, 0.0, 1.0);
    return a + t * edge;
  }
};

}  // namespace fairway
