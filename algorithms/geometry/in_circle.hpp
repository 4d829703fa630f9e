#pragma once

#include <cmath>

#include "algorithms/geometry/point.hpp"

namespace fairway {

namespace detail {
/// Exact in_circle() without the fast floating-point filter.
int exact_in_circle(Point a, Point b, Point c, Point p);
/// in_perturbed_circle() for four points on one circle.
bool perturbed_into_circle(Point a, Point b, Point c, Point p);
}  // namespace detail

/// Returns +1 if p lies inside the circle through a, b and c, -1 if outside, and 0 if on the
/// circle. Exact: static filter, then integers of 128 bits or rationals. Precondition: a, b, c turn
/// left.
/// Source of the filter: J. R. Shewchuk, Discrete & Computational Geometry 18 (1997), section 4.3.
inline int in_circle(Point a, Point b, Point c, Point p) {
  constexpr double kFilter = 1.1102230246251577e-15;  // (10 + 96 u) u, u = 2^-53
  const Point u = a - p;
  const Point v = b - p;
  const Point w = c - p;
  const double vw = v.x * w.y;
  const double wv = w.x * v.y;
  const double wu = w.x * u.y;
  const double uw = u.x * w.y;
  const double uv = u.x * v.y;
  const double vu = v.x * u.y;
  const double lift_u = dot(u, u);
  const double lift_v = dot(v, v);
  const double lift_w = dot(w, w);
  const double determinant = lift_u * (vw - wv) + lift_v * (wu - uw) + lift_w * (uv - vu);
  const double bound =
      kFilter * ((std::abs(vw) + std::abs(wv)) * lift_u + (std::abs(wu) + std::abs(uw)) * lift_v +
                 (std::abs(uv) + std::abs(vu)) * lift_w);
  if (determinant > bound) return 1;
  if (-determinant > bound) return -1;
  return detail::exact_in_circle(a, b, c, p);
}

/// Whether p lies inside the circle through a, b and c after symbolic perturbation. The
/// perturbation adds an infinitesimal amount to the squared norm x * x + y * y of each point. The
/// last point in lexicographic order gets the largest amount. Then no four points count as
/// cocircular, and the Delaunay triangulation is unique. CGAL perturbs in the same way.
/// Precondition: a, b, c turn left.
/// Source: O. Devillers, M. Teillaud, "Perturbations for Delaunay and weighted Delaunay 3D
/// triangulations", Computational Geometry 44 (2011).
inline bool in_perturbed_circle(Point a, Point b, Point c, Point p) {
  const int side = in_circle(a, b, c, p);
  return side != 0 ? side > 0 : detail::perturbed_into_circle(a, b, c, p);
}

}  // namespace fairway
