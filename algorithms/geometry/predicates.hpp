#pragma once

#include <cmath>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A coordinate is 0 or has a magnitude within these limits. Then products of two differences
/// neither overflow nor lose low bits, and the predicates are exact.
inline constexpr double kMaxCoordinate = 1e70;
inline constexpr double kMinCoordinate = 1e-100;

/// A nonzero coordinate of a world has at least this magnitude. Then computed coordinates, such as
/// midpoints, are 0 or within the limits above.
inline constexpr double kMinInputCoordinate = 1e-70;

/// Returns 0 for values of magnitude below kMinInputCoordinate, and other values unchanged.
inline double usable_coordinate(double value) {
  return std::abs(value) < kMinInputCoordinate ? 0.0 : value;
}

namespace detail {
/// Exact orientation() without the fast floating-point filter.
int exact_orientation(Point a, Point b, Point c);
/// signed_twice_area() without the fast floating-point filter.
double exact_determinant(Point a, Point b, Point c);
/// Exact dot_sign() without the fast floating-point filter.
int exact_dot_sign(Point a, Point b, Point c, Point d);

/// A rounded determinant u * v - x * y has the right sign if its magnitude exceeds
/// kFilter * (|u * v| + |x * y|).
inline constexpr double kFilter = 3.3306690738754716e-16;  // (3 + 16 u) u, u = 2^-53
}  // namespace detail

/// Returns twice the signed area of a, b, c, rounded, or 0 if rounding hides its sign. So a result
/// other than 0 has the sign of orientation(a, b, c).
[[gnu::always_inline]] inline double clear_twice_area(Point a, Point b, Point c) {
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double rounded = left - right;
  return std::abs(rounded) > detail::kFilter * (std::abs(left) + std::abs(right)) ? rounded : 0;
}

/// Returns +1 if a, b, c turn left, -1 if they turn right, 0 if they are collinear. Exact: static
/// filter, then expansions.
/// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates", Discrete & Computational Geometry 18 (1997), sections 2 and 4.2.
[[gnu::always_inline]] inline int orientation(Point a, Point b, Point c) {
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double determinant = left - right;
  const double bound = detail::kFilter * (std::abs(left) + std::abs(right));
  if (determinant > bound) return 1;
  if (-determinant > bound) return -1;
  return detail::exact_orientation(a, b, c);
}

/// Returns twice the signed area of a, b, c, rounded, with the sign of orientation(a, b, c). Equals
/// twice_area() if the filter decides the sign.
inline double signed_twice_area(Point a, Point b, Point c) {
  const double left = (b.x - a.x) * (c.y - a.y);
  const double right = (b.y - a.y) * (c.x - a.x);
  const double rounded = left - right;
  const double bound = detail::kFilter * (std::abs(left) + std::abs(right));
  return std::abs(rounded) > bound ? rounded : detail::exact_determinant(b, c, a);
}

/// Returns the sign of the scalar product of the vectors ab and cd. It is +1 if their angle is
/// below 90 degrees, 0 if the angle is 90 degrees or a vector is zero, and -1 otherwise. Exact.
inline int dot_sign(Point a, Point b, Point c, Point d) {
  const double x = (b.x - a.x) * (d.x - c.x);
  const double y = (b.y - a.y) * (d.y - c.y);
  const double bound = detail::kFilter * (std::abs(x) + std::abs(y));
  if (x + y > bound) return 1;
  if (-(x + y) > bound) return -1;
  return detail::exact_dot_sign(a, b, c, d);
}

/// Whether p lies strictly between a and b. Precondition: a, p and b are collinear.
constexpr bool strictly_between(Point a, Point p, Point b) {
  return a.x != b.x ? (a.x < p.x) == (p.x < b.x) && p.x != a.x && p.x != b.x
                    : (a.y < p.y) == (p.y < b.y) && p.y != a.y && p.y != b.y;
}

/// Whether p lies on the closed segment ab. Exact.
inline bool on_segment(Point p, Point a, Point b) {
  return p == a || p == b || (orientation(a, b, p) == 0 && strictly_between(a, p, b));
}

/// Whether the open segments ab and cd cross in a single point. Exact.
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
