#include "datasets/formats/flatten.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace fairway {
namespace {

double distance_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double t = std::clamp(
      ((p.x - a.x) * dx + (p.y - a.y) * dy) / std::max(dx * dx + dy * dy, 1e-300), 0.0, 1.0);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// The greatest distance of points of the curve, at(t) for t in [0, 1], from the piece that
/// replaces the part of it where they lie.
template <class At>
double error(const At& at, const Ring& points) {
  constexpr int kSamples = 64;
  const auto n = static_cast<int>(points.size()) - 1;
  double most = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k <= kSamples; ++k) {
      const Point p = at((i + static_cast<double>(k) / kSamples) / n);
      most = std::max(most, distance_to_segment(p, points[static_cast<std::size_t>(i)],
                                                points[static_cast<std::size_t>(i) + 1]));
    }
  }
  return most;
}

TEST(Flatten, CurvesKeepTheTolerance) {
  const Ellipse circle{{3, 4}, {10, 0}, {0, 10}};
  const Ellipse sheared{{-1, 2}, {7, 3}, {6, 4}};
  for (const double tolerance : {3.0, 0.5, 0.01, 1e-4}) {
    for (const Ellipse& ellipse : {circle, sheared}) {
      for (const double to : {0.1, -2.0, 2 * std::numbers::pi}) {
        Ring arc{ellipse.at(0.3)};
        flatten_arc(ellipse, 0.3, 0.3 + to, tolerance, ellipse.at(0.3 + to), arc);
        EXPECT_EQ(arc.back(), ellipse.at(0.3 + to));
        const double off = error([&](double t) { return ellipse.at(0.3 + t * to); }, arc);
        EXPECT_LE(off, tolerance * (1 + 1e-9));
        // Not many more pieces than are needed: three times as coarse would break the tolerance.
        if (arc.size() > 12) {
          EXPECT_GT(off, tolerance / 8);
        }
      }
    }
    const Point a{0, 0};
    const Point b{10, 30};
    const Point c{-20, 5};
    const Point d{8, -3};
    Ring quadratic{a};
    flatten_quadratic(a, b, c, tolerance, quadratic);
    EXPECT_EQ(quadratic.back(), c);
    const auto mix = [](Point p, Point q, double t) {
      return Point{p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
    };
    const auto on_quadratic = [&](Point p, Point q, Point r, double t) {
      return mix(mix(p, q, t), mix(q, r, t), t);
    };
    EXPECT_LE(error([&](double t) { return on_quadratic(a, b, c, t); }, quadratic),
              tolerance * (1 + 1e-9));
    Ring cubic{a};
    flatten_cubic(a, b, c, d, tolerance, cubic);
    EXPECT_EQ(cubic.back(), d);
    EXPECT_LE(
        error([&](double t) { return mix(on_quadratic(a, b, c, t), on_quadratic(b, c, d, t), t); },
              cubic),
        tolerance * (1 + 1e-9));
  }
}

TEST(Flatten, TooManyPiecesAreRefused) {
  Ring points{{1e6, 0}};
  const Ellipse circle{{0, 0}, {1e6, 0}, {0, 1e6}};
  EXPECT_THROW(flatten_arc(circle, 0, 6, 1e-9, {1, 1}, points), std::length_error);
  EXPECT_THROW(flatten_cubic({0, 0}, {1e300, 0}, {-1e300, 0}, {0, 1}, 1e-300, points),
               std::length_error);
  EXPECT_EQ(points.size(), 1u);
}

}  // namespace
}  // namespace fairway
