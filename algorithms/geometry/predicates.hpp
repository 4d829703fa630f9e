#pragma once

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Coordinates must be zero or have a magnitude within these limits: inside them no product of two
/// differences overflows or loses low bits, which is what makes the predicates exact.
inline constexpr double kMaxCoordinate = 1e70;
inline constexpr double kMinCoordinate = 1e-100;

/// What a world states must be zero or at least this: then what is computed from it, such as the
/// middle of a side or the centre of a cell, is within the limits above or zero.
inline constexpr double kMinInputCoordinate = 1e-70;

/// A computed coordinate as one that a world may state: tiny values become 0.
inline double usable_coordinate(double value) {
  return std::abs(value) < kMinInputCoordinate ? 0.0 : value;
}

namespace detail {
/// The exact sign of the orientation determinant, without a filter.
int exact_orientation(Point a, Point b, Point c);
}  // namespace detail

/// +1 if a, b, c turn left (counter-clockwise), -1 if they turn right, 0 if they are collinear.
/// Exact: an inlined static filter, then exact expansion arithmetic.
/// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates", Discrete & Computational Geometry 18 (1997), sections 2 and 4.2.
[[gnu::always_inline]] inline int orientation(Point a, Point b, Point c) {
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double determinant = left - right;
  constexpr double kFilter = 3.3306690738754716e-16;  // (3 + 16 u) u, u = 2^-53
  const double bound = kFilter * (std::abs(left) + std::abs(right));
  if (determinant > bound) return 1;
  if (-determinant > bound) return -1;
  return detail::exact_orientation(a, b, c);
}

/// Whether p, which must be collinear with a and b, lies strictly between them.
constexpr bool strictly_between(Point a, Point p, Point b) {
  return a.x != b.x ? (a.x < p.x) == (p.x < b.x) && p.x != a.x && p.x != b.x
                    : (a.y < p.y) == (p.y < b.y) && p.y != a.y && p.y != b.y;
}

/// Whether p lies on the closed segment ab. Exact.
inline bool on_segment(Point p, Point a, Point b) {
  return p == a || p == b || (orientation(a, b, p) == 0 && strictly_between(a, p, b));
}

/// Whether the open segments ab and cd cross in one point that is an end of neither. Exact.
inline bool cross_properly(Point a, Point b, Point c, Point d) {
  return orientation(a, b, c) * orientation(a, b, d) < 0 &&
         orientation(c, d, a) * orientation(c, d, b) < 0;
}

/// Whether the closed segments ab and cd share a point. Exact.
inline bool segments_touch(Point a, Point b, Point c, Point d) {
  return cross_properly(a, b, c, d) || on_segment(a, c, d) || on_segment(b, c, d) ||
         on_segment(c, a, b) || on_segment(d, a, b);
}

}  // namespace fairway
