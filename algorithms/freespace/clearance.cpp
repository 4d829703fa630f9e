#include "algorithms/freespace/clearance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

/// Returns the squared distance between segments ab and cd. a and b may be equal.
double squared_distance(Point a, Point b, Point c, Point d) {
  if (segments_touch(a, b, c, d)) return 0;
  const auto square = [](Point p, Point from, Point to) {
    return squared_distance(p, from == to ? from : nearest_on_segment(from, to, p));
  };
  return std::min({square(a, c, d), square(b, c, d), square(c, a, b), square(d, a, b)});
}

}  // namespace

Clearance::Clearance(std::span<const Wall> walls)
    : walls_(walls.begin(), walls.end()), tree_(boxes_of(walls)) {}

double Clearance::of(std::span<const Point> path) const {
  double least = std::numeric_limits<double>::infinity();
  const std::size_t legs = std::max<std::size_t>(path.size() - 1, 1);
  for (std::size_t i = 0; i < legs && least > 0; ++i) {
    const Point a = path[i];
    const Point b = path[std::min(i + 1, path.size() - 1)];
    const auto found = tree_.nearest(box_of(a, b), least, [&](std::size_t wall) {
      return squared_distance(a, b, walls_[wall].a, walls_[wall].b);
    });
    if (found) least = found->square;
  }
  return std::sqrt(least);
}

}  // namespace fairway
