#pragma once

#include <cmath>
#include <cstdint>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"

namespace fairway {

/// Geometry for points with any coordinates. A ray is stored as a point on the ray or on its
/// backward extension.
struct AnyPoints {
  ///@{ Members of a geometry, see PolyanyaView.
  using Bound = Polyanya::Bound;
  static constexpr bool kRounds = true;  ///< whether differences of points are rounded
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
  static constexpr bool kRounds = false;
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
  /// edge ab between the two rays. Points that are computed are relative to the root, because their
  /// coordinates would be inexact far from the origin. `straight` is a lower bound too; it is used
  /// where rounding could make the other bound too large.
  [[gnu::noinline]] double least_through(Point a, Point b, const Bound& right,
                                         const Bound& left) const {
    const Point edge = b - a;
    const Point ahead = goal - from;
    Point near = a;
    if (Geometry::kRounds && squared_distance(goal, b) < squared_distance(goal, a)) near = b;
    const double height = cross(edge, goal - near);
    if (Geometry::kRounds) {
      // The rounding error of a mirrored goal grows with its distance from the nearer end of the
      // edge. Up to kFar, the error is below 2^-40 of the distance from the root to the goal.
      constexpr double kFar = 0x1p10;
      if (!is_clear(height, edge, goal - near) ||
          squared_distance(goal, near) > kFar * kFar * dot(ahead, ahead)) {
        return straight;
      }
    }
    Point to = ahead;
    bool too_right = right.goal < 0;
    bool too_left = left.goal > 0;
    if (height > 0) {  // if the goal is on the root's side of the edge, mirror it
      const double scale = 2 * height / dot(edge, edge);
      to = {ahead.x + scale * edge.y, ahead.y - scale * edge.x};
      too_right = turns_right(Geometry::direction(right, from), to);
      too_left = turns_right(to, Geometry::direction(left, from));
    } else if (!too_right && !too_left) {
      return straight;
    }
    if (!too_right && !too_left) return cost + std::sqrt(dot(to, to));
    const Point by = too_right ? (right.at_vertex ? a - from : crossing(right, near, edge))
                               : (left.at_vertex ? b - from : crossing(left, near, edge));
    return cost + std::sqrt(dot(by, by)) + distance(by, to);
  }

  /// Whether the rounded cross(u, v) surely has the sign of the exact one.
  static bool is_clear(double cross_product, Point u, Point v) {
    constexpr double kClear = 1e-12;
    return cross_product * cross_product > kClear * kClear * (dot(u, u) * dot(v, v));
  }
  /// Whether direction v turns right from u; false if rounding hides the answer.
  static bool turns_right(Point u, Point v) {
    const double turn = cross(u, v);
    return turn < 0 && (!Geometry::kRounds || is_clear(turn, u, v));
  }

  /// The point where the ray of a bound meets an edge, relative to the root. `end` is an end of the
  /// edge. If ray and edge are nearly parallel, their intersection would be inexact. In this case,
  /// returns the root, so that lengths stay lower bounds.
  Point crossing(const Bound& bound, Point end, Point edge) const {
    const Point direction = Geometry::direction(bound, from);
    const double whole = cross(direction, edge);
    constexpr double kParallel = 1e-6;
    if (whole * whole <= kParallel * (dot(direction, direction) * dot(edge, edge))) return {0, 0};
    return cross(end - from, edge) / whole * direction;
  }
};

}  // namespace fairway
