#include "datasets/formats/spline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace fairway::test {
namespace {

/// De Boor's algorithm, by its recursive definition.
double basis(const std::vector<double>& knots, int i, int degree, double t) {
  const auto knot = [&](int k) { return knots[static_cast<std::size_t>(k)]; };
  if (degree == 0) return knot(i) <= t && t < knot(i + 1) ? 1 : 0;
  double sum = 0;
  if (knot(i + degree) > knot(i)) {
    sum += (t - knot(i)) / (knot(i + degree) - knot(i)) * basis(knots, i, degree - 1, t);
  }
  if (knot(i + degree + 1) > knot(i + 1)) {
    sum += (knot(i + degree + 1) - t) / (knot(i + degree + 1) - knot(i + 1)) *
           basis(knots, i + 1, degree - 1, t);
  }
  return sum;
}

Point at(const Spline& spline, double t) {
  const std::vector<double> knots(spline.knots.begin(), spline.knots.end());
  Point sum;
  double weights = 0;
  for (std::size_t i = 0; i < spline.points.size(); ++i) {
    const double w = spline.weights.empty() ? 1 : spline.weights[i];
    const double share = w * basis(knots, static_cast<int>(i), spline.degree, t);
    sum = sum + share * spline.points[i];
    weights += share;
  }
  return (1 / weights) * sum;
}

double distance_to(const Ring& line, Point p) {
  double least = INFINITY;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i - 1] == line[i]) continue;
    least = std::min(least, distance(p, nearest_on_segment(line[i - 1], line[i], p)));
  }
  return least;
}

void expect_close(const Spline& spline, double tolerance) {
  Ring line;
  flatten_spline(spline, tolerance, line);
  const double from = spline.knots[static_cast<std::size_t>(spline.degree)];
  const double to = spline.knots[spline.points.size()];
  double most = 0;
  for (int i = 0; i < 5000; ++i) {
    most = std::max(most, distance_to(line, at(spline, from + (to - from) * i / 5000)));
  }
  EXPECT_LE(most, tolerance * (1 + 1e-9));
  EXPECT_GT(most, tolerance / 100);  // not too many pieces
}

TEST(Spline, ACubicWithInnerKnotsIsWithinTheTolerance) {
  const std::vector<double> knots{0, 0, 0, 0, 1, 1.5, 4, 4, 4, 4};
  const std::vector<Point> points{{0, 0}, {1, 3}, {4, 3}, {5, -2}, {8, 0}, {9, 4}};
  expect_close({3, knots, {}, points}, 1e-3);
  Ring line;
  flatten_spline({3, knots, {}, points}, 1e-3, line);
  EXPECT_EQ(line.front(), points.front());
  EXPECT_EQ(line.back(), points.back());
}

TEST(Spline, KnotsNeedNotBeClamped) {
  const std::vector<double> knots{0, 1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<Point> points{{0, 0}, {1, 3}, {4, 3}, {5, -2}, {8, 0}};
  expect_close({3, knots, {}, points}, 1e-3);
}

TEST(Spline, ADegreeOfFiveAndDoubleKnots) {
  const std::vector<double> knots{0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2};
  const std::vector<Point> points{{0, 0}, {1, 3}, {4, 3}, {5, -2}, {8, 0}, {9, 1}, {9, 5}, {2, 6}};
  expect_close({5, knots, {}, points}, 1e-3);
}

TEST(Spline, WeightsMakeACircle) {
  const double s = std::sqrt(0.5);
  const std::vector<double> knots{0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  const std::vector<double> weights{1, s, 1, s, 1, s, 1, s, 1};
  const std::vector<Point> points{{1, 0},   {1, 1},  {0, 1},  {-1, 1}, {-1, 0},
                                  {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
  const Spline circle{2, knots, weights, points};
  expect_close(circle, 1e-4);
  Ring line;
  flatten_spline(circle, 1e-4, line);
  for (const Point p : line) EXPECT_NEAR(std::hypot(p.x, p.y), 1, 1e-15);
  EXPECT_EQ(line.front(), line.back());
}

TEST(Spline, ALineIsOnePiece) {
  const std::vector<double> knots{0, 0, 1, 1};
  const std::vector<Point> points{{0.1, 0.2}, {0.7, 0.9}};
  Ring line;
  flatten_spline({1, knots, {}, points}, 1e-9, line);
  EXPECT_EQ(line, points);
}

TEST(Spline, TooManyPiecesAreRefused) {
  const std::vector<double> knots{0, 0, 0, 1, 1, 1};
  const std::vector<Point> points{{0, 0}, {1e6, 1e6}, {2e6, 0}};
  Ring line;
  EXPECT_THROW(flatten_spline({2, knots, {}, points}, 1e-12, line), std::length_error);
}

}  // namespace
}  // namespace fairway::test
