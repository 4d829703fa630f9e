#include "algorithms/geometry/predicates.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <random>

namespace fairway {
namespace {

using Rational = boost::multiprecision::cpp_rational;

int rational_orientation(Point a, Point b, Point c) {
  const Rational left = (Rational(a.x) - Rational(c.x)) * (Rational(b.y) - Rational(c.y));
  const Rational right = (Rational(a.y) - Rational(c.y)) * (Rational(b.x) - Rational(c.x));
  return left.compare(right);
}

void expect_exact(Point a, Point b, Point c) {
  const int sign = rational_orientation(a, b, c);
  ASSERT_EQ(orientation(a, b, c), sign)
      << std::hexfloat << a.x << ' ' << a.y << ' ' << b.x << ' ' << b.y << ' ' << c.x << ' ' << c.y;
  ASSERT_EQ(orientation(b, c, a), sign);
  ASSERT_EQ(orientation(c, a, b), sign);
  ASSERT_EQ(orientation(b, a, c), -sign);
  ASSERT_EQ(orientation(a, c, b), -sign);
  ASSERT_EQ(orientation(c, b, a), -sign);
  ASSERT_EQ(detail::exact_orientation(a, b, c), sign);
  for (const double area : {signed_twice_area(a, b, c), detail::exact_determinant(a, b, c)})
    ASSERT_EQ((area > 0) - (area < 0), sign);
  if (const double area = clear_twice_area(a, b, c); area != 0) {
    ASSERT_EQ((area > 0) - (area < 0), sign);
  }
}

double step(double x, int ulps) {
  for (; ulps > 0; --ulps) x = std::nextafter(x, std::numeric_limits<double>::infinity());
  for (; ulps < 0; ++ulps) x = std::nextafter(x, -std::numeric_limits<double>::infinity());
  return x;
}

TEST(Orientation, NeighboursOfACollinearPoint) {
  for (const double scale : {1.0, 0.1, 1.0 / 3, 1e-60, 1e60}) {
    const Point a{12 * scale, 12 * scale};
    const Point b{24 * scale, 24 * scale};
    for (int i = -24; i <= 24; ++i) {
      for (int j = -24; j <= 24; ++j) {
        expect_exact(a, b, {step(0.5 * scale, i), step(0.5 * scale, j)});
      }
    }
  }
}

TEST(Orientation, NearlyCollinearPoints) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::uniform_int_distribution<int> ulps(-3, 3);
  for (const double scale : {1.0, 1e-60, 1e60, 1e-12}) {
    for (const double shift : {0.0, 1e6}) {
      for (int i = 0; i < 2000; ++i) {
        const Point a{unit(random) * scale + shift, unit(random) * scale + shift};
        const Point b{unit(random) * scale + shift, unit(random) * scale + shift};
        const double t = 2 * unit(random);
        const Point c{step(a.x + t * (b.x - a.x), ulps(random)),
                      step(a.y + t * (b.y - a.y), ulps(random))};
        expect_exact(a, b, c);
      }
    }
  }
}

TEST(Orientation, CoordinatesOfVeryDifferentSize) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::uniform_int_distribution<int> exponent(-99, 69);
  const auto coordinate = [&] {
    return (unit(random) + std::copysign(0.1, unit(random))) * std::pow(10.0, exponent(random));
  };
  for (int i = 0; i < 5000; ++i) {
    const Point a{coordinate(), coordinate()};
    const Point b{coordinate(), coordinate()};
    expect_exact(a, b, {coordinate(), coordinate()});
    expect_exact(a, {b.x, a.y}, {coordinate(), a.y});
    expect_exact(a, b, {a.x, step(a.y, 1)});
    expect_exact(a, b, {-a.x, -a.y});
  }
}

// If an area is positive but tiny, the rounded area can be 0.
TEST(SignedTwiceArea, OfASliver) {
  const Point a{1, 0};
  const Point b{3, 0};
  const Point c{-4e29, 1};
  EXPECT_EQ(twice_area(c, a, b), 0);
  EXPECT_EQ(signed_twice_area(a, b, c), 2);
  EXPECT_EQ(signed_twice_area(b, c, a), 2);
  EXPECT_EQ(signed_twice_area(c, a, b), 2);
  EXPECT_EQ(signed_twice_area(b, a, c), -2);
}

TEST(Orientation, AtTheLimitsOfCoordinates) {
  for (const double x : {kMinCoordinate, -kMinCoordinate, kMaxCoordinate, -kMaxCoordinate, 0.0}) {
    for (const double y : {kMinCoordinate, kMaxCoordinate, -kMaxCoordinate}) {
      expect_exact({x, y}, {y, x}, {0, 0});
      expect_exact({x, y}, {-x, -y}, {step(0.5 * y, 1), 0.5 * y});
      expect_exact({x, y}, {step(x, 1), step(y, 1)}, {1, 1});
    }
  }
}

RC_GTEST_PROP(Orientation, EqualsTheRationalSignOnSmallIntegers, ()) {
  const auto point = [] {
    return Point{static_cast<double>(*rc::gen::inRange(-4, 5)),
                 static_cast<double>(*rc::gen::inRange(-4, 5))};
  };
  const Point a = point();
  const Point b = point();
  const Point c = point();
  expect_exact(a, b, c);
  // Rounding hides no sign of small integers.
  ASSERT_EQ(clear_twice_area(a, b, c),
            rational_orientation(a, b, c) == 0 ? 0 : twice_area(a, b, c));
}

RC_GTEST_PROP(Segments, PredicatesEqualTheirDefinitions, ()) {
  const auto point = [] {
    return Point{static_cast<double>(*rc::gen::inRange(-3, 4)),
                 static_cast<double>(*rc::gen::inRange(-3, 4))};
  };
  const Point a = point();
  const Point b = point();
  const Point c = point();
  const Point d = point();
  const auto dot = [](Point o, Point p, Point q) {
    return (p.x - o.x) * (q.x - o.x) + (p.y - o.y) * (q.y - o.y);
  };
  const bool on_line = rational_orientation(a, b, c) == 0;
  RC_ASSERT(on_segment(c, a, b) == (on_line && dot(c, a, b) <= 0));
  if (a != b && on_line) RC_ASSERT(strictly_between(a, c, b) == (dot(c, a, b) < 0));
  const bool parts_cd = rational_orientation(a, b, c) * rational_orientation(a, b, d) < 0;
  const bool parts_ab = rational_orientation(c, d, a) * rational_orientation(c, d, b) < 0;
  RC_ASSERT(cross_properly(a, b, c, d) == (parts_cd && parts_ab));
}

}  // namespace
}  // namespace fairway
