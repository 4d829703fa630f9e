#include "datasets/formats/face_slope.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>

#include "algorithms/geometry/point.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

using Rational = boost::multiprecision::cpp_rational;

Point in_plane(const SpacePoint& p) { return {p.x, p.y}; }

/// The sign of the upward component of a face's normal. Returns nothing if the triangles of the fan
/// from the first corner have different orientations.
std::optional<int> turn_of_fan(std::span<const SpacePoint> corners) {
  bool left = false;
  bool right = false;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const int turn =
        orientation(in_plane(corners[0]), in_plane(corners[i - 1]), in_plane(corners[i]));
    left = left || turn > 0;
    right = right || turn < 0;
  }
  if (left && right) return std::nullopt;
  return left ? 1 : right ? -1 : 0;
}

/// Twice the vector area of a face, by components. For each component, `magnitude` is the sum of
/// the absolute values of its terms.
template <class Number>
struct VectorArea {
  std::array<Number, 3> part{};
  std::array<double, 3> magnitude{};

  explicit VectorArea(std::span<const SpacePoint> corners) {
    const std::array<Number, 3> origin = numbers(corners[0]);
    const auto from_origin = [&](const SpacePoint& p) {
      std::array<Number, 3> v = numbers(p);
      for (std::size_t k = 0; k < 3; ++k) v[k] -= origin[k];
      return v;
    };
    for (std::size_t i = 2; i < corners.size(); ++i) {
      const auto a = from_origin(corners[i - 1]);
      const auto b = from_origin(corners[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        const Number left = a[(k + 1) % 3] * b[(k + 2) % 3];
        const Number right = a[(k + 2) % 3] * b[(k + 1) % 3];
        part[k] += left - right;
        if constexpr (std::is_same_v<Number, double>) {
          magnitude[k] += std::abs(left) + std::abs(right);
        }
      }
    }
  }

 private:
  static std::array<Number, 3> numbers(const SpacePoint& p) {
    return {Number(p.x), Number(p.y), Number(p.height)};
  }
};

Rational height_at(const SpaceEdge& e, double x, double y) {
  if (x == e.from.x && y == e.from.y) return Rational(e.from.height);
  if (x == e.to.x && y == e.to.y) return Rational(e.to.height);
  const bool by_x = e.from.x != e.to.x;
  const Rational begin(by_x ? e.from.x : e.from.y);
  const Rational way = Rational(by_x ? e.to.x : e.to.y) - begin;
  const Rational share = (Rational(by_x ? x : y) - begin) / way;
  return Rational(e.from.height) + (Rational(e.to.height) - Rational(e.from.height)) * share;
}

/// The height of an edge at (x, y) if it needs no interpolation: the edge is level, or (x, y) is
/// one of its ends. Otherwise returns nothing.
std::optional<double> stated_height(const SpaceEdge& e, double x, double y) {
  if (e.from.height == e.to.height || (x == e.from.x && y == e.from.y)) return e.from.height;
  if (x == e.to.x && y == e.to.y) return e.to.height;
  return std::nullopt;
}

}  // namespace

bool is_walkable(std::span<const SpacePoint> corners, double tangent_squared) {
  const std::optional<int> turn = turn_of_fan(corners);
  if (turn && *turn <= 0) return false;
  if (turn) {
    const VectorArea<double> area(corners);
    const auto square = [](double x) { return x * x; };
    const double level = square(area.part[0]) + square(area.part[1]);
    const double most = tangent_squared * square(area.part[2]);
    const double magnitude = square(area.magnitude[0]) + square(area.magnitude[1]) +
                             tangent_squared * square(area.magnitude[2]);
    // Each component has an error of at most (corners + 4) u times its magnitude, u = 2^-53.
    const double bound = (4 * static_cast<double>(corners.size()) + 32) * 0x1p-52 * magnitude;
    if (level - most < -bound) return true;
    if (level - most > bound) return false;
  }
  const VectorArea<Rational> area(corners);
  const auto& [x, y, up] = area.part;
  return up > 0 && x * x + y * y <= Rational(tangent_squared) * up * up;
}

bool within_step(const SpaceEdge& a, const SpaceEdge& b, double x, double y, double step) {
  const auto p = stated_height(a, x, y);
  const auto q = stated_height(b, x, y);
  if (p && q) {
    const double rounded = std::abs(*p - *q);
    if (rounded != step || step == 0) return rounded <= step;
  }
  const Rational difference = height_at(a, x, y) - height_at(b, x, y);
  return abs(difference) <= Rational(step);
}

}  // namespace fairway
