#include "datasets/formats/flatten.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace fairway {

namespace {

/// Rounded up; at least 1.
int pieces(double wanted) {
  if (!(wanted <= kMostPieces)) refuse_pieces();
  return std::max(1, static_cast<int>(std::ceil(wanted)));
}

/// The number of pieces of a Bezier curve whose control points have second differences of at most
/// this length.
int bezier_pieces(int degree, double second_difference, double tolerance) {
  return pieces(std::sqrt(degree * (degree - 1) * second_difference / (8 * tolerance)));
}

/// The most that the map of the unit circle to the ellipse stretches a distance.
double longest_half_axis(const Ellipse& e) {
  const double a = e.first.x * e.first.x + e.first.y * e.first.y;
  const double b = e.second.x * e.second.x + e.second.y * e.second.y;
  const double c = e.first.x * e.second.x + e.first.y * e.second.y;
  return std::sqrt((a + b + std::hypot(a - b, 2 * c)) / 2);
}

double second_difference(Point a, Point b, Point c) {
  return std::hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y);
}

}  // namespace

void refuse_pieces() {
  throw std::length_error(
      fmt::format("a curve would need more than {} pieces at this tolerance", kMostPieces));
}

Point Ellipse::at(double angle) const {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {center.x + c * first.x + s * second.x, center.y + c * first.y + s * second.y};
}

void flatten_arc(const Ellipse& ellipse, double from, double to, double tolerance, Point end,
                 Ring& points) {
  const double radius = longest_half_axis(ellipse);
  const double step =
      tolerance >= radius ? std::numbers::pi / 2 : 4 * std::asin(std::sqrt(tolerance / radius / 2));
  const int n = pieces(std::abs(to - from) / std::min(step, std::numbers::pi / 2));
  for (int i = 1; i < n; ++i) points.push_back(ellipse.at(from + (to - from) * i / n));
  points.push_back(end);
}

void flatten_quadratic(Point start, Point control, Point end, double tolerance, Ring& points) {
  const int n = bezier_pieces(2, second_difference(start, control, end), tolerance);
  for (int i = 1; i < n; ++i) {
    const double t = static_cast<double>(i) / n;
    const double s = 1 - t;
    points.push_back({s * s * start.x + 2 * s * t * control.x + t * t * end.x,
                      s * s * start.y + 2 * s * t * control.y + t * t * end.y});
  }
  points.push_back(end);
}

void flatten_cubic(Point start, Point first, Point second, Point end, double tolerance,
                   Ring& points) {
  const double most =
      std::max(second_difference(start, first, second), second_difference(first, second, end));
  const int n = bezier_pieces(3, most, tolerance);
  for (int i = 1; i < n; ++i) {
    const double t = static_cast<double>(i) / n;
    const double s = 1 - t;
    const auto blend = [&](double a, double b, double c, double d) {
      return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    };
    points.push_back(
        {blend(start.x, first.x, second.x, end.x), blend(start.y, first.y, second.y, end.y)});
  }
  points.push_back(end);
}

}  // namespace fairway
