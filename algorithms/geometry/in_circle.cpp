#include "algorithms/geometry/in_circle.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "algorithms/geometry/predicates.hpp"

namespace fairway::detail {
namespace {

__extension__ using Wide = __int128;

template <class Number>
int sign_of(const std::array<Number, 6>& d) {
  const auto& [ux, uy, vx, vy, wx, wy] = d;
  const Number determinant = (ux * ux + uy * uy) * (vx * wy - wx * vy) +
                             (vx * vx + vy * vy) * (wx * uy - ux * wy) +
                             (wx * wx + wy * wy) * (ux * vy - vx * uy);
  return (determinant > 0) - (determinant < 0);
}

/// Returns the coordinates of a, b and c relative to p as integers below 2^30 in a common unit. The
/// determinant of sign_of() then has less than 127 bits. Returns nothing if the differences are not
/// exact or need more bits.
std::optional<std::array<Wide, 6>> small_integers(Point a, Point b, Point c, Point p) {
  const std::array<double, 6> from{a.x, a.y, b.x, b.y, c.x, c.y};
  std::array<double, 6> difference{};
  double most = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double minus = i % 2 == 0 ? p.x : p.y;
    difference[i] = from[i] - minus;
    const double back = from[i] - difference[i];
    if (back != minus || difference[i] + minus != from[i]) return std::nullopt;
    most = std::max(most, std::abs(difference[i]));
  }
  const int shift = 29 - std::ilogb(most);
  std::array<Wide, 6> integers{};
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double scaled = std::ldexp(difference[i], shift);
    if (scaled != std::trunc(scaled)) return std::nullopt;
    integers[i] = static_cast<std::int64_t>(scaled);
  }
  return integers;
}

}  // namespace

int exact_in_circle(Point a, Point b, Point c, Point p) {
  if (const auto integers = small_integers(a, b, c, p)) return sign_of(*integers);
  using Rational = boost::multiprecision::cpp_rational;
  const Rational x = p.x;
  const Rational y = p.y;
  return sign_of<Rational>({a.x - x, a.y - y, b.x - x, b.y - y, c.x - x, c.y - y});
}

bool perturbed_into_circle(Point a, Point b, Point c, Point p) {
  std::array<const Point*, 4> points{&a, &b, &c, &p};
  std::ranges::sort(points, [](const Point* s, const Point* t) { return *s > *t; });
  for (const Point* most : points) {
    if (most == &p) return false;
    const int turn = most == &a   ? orientation(p, b, c)
                     : most == &b ? orientation(a, p, c)
                                  : orientation(a, b, p);
    if (turn != 0) return turn > 0;
  }
  return false;
}

}  // namespace fairway::detail
