#include "algorithms/representations/random_points.hpp"

#include <algorithm>
#include <limits>

namespace fairway {
namespace {

Point nearest_on(const Wall& wall, Point p) {
  const Point along = wall.b - wall.a;
  const double share = dot(p - wall.a, along) / dot(along, along);
  return wall.a + std::clamp(share, 0.0, 1.0) * along;
}

}  // namespace

WallDistance::WallDistance(const FreeSpace& space)
    : walls_(space.walls()), tree_(boxes_of(walls_)), box_(space.box()) {}

Point WallDistance::retract(Point p) const {
  const Point wall = nearest(p);
  const double start = distance(wall, p);
  if (start == 0) return p;
  const Point direction = (1 / start) * (p - wall);
  const auto at = [&](double from_wall) { return wall + from_wall * direction; };
  const auto nearest_is_wall = [&](double from_wall) {
    constexpr double kRounding = 1 - 1e-9;
    const Point q = at(from_wall);
    return distance(nearest(q), q) >= kRounding * from_wall;
  };
  double inside = start;
  double outside = 2 * start;
  const double most = box_.width() + box_.height();
  while (outside < most && nearest_is_wall(outside)) {
    inside = outside;
    outside *= 2;
  }
  constexpr int kHalvings = 20;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    (nearest_is_wall(middle) ? inside : outside) = middle;
  }
  return at(inside);
}

Point WallDistance::nearest(Point p) const {
  const auto square = [&](std::size_t i) { return squared_distance(p, nearest_on(walls_[i], p)); };
  const auto found = tree_.nearest(Box{p, p}, std::numeric_limits<double>::infinity(), square);
  return found ? nearest_on(walls_[found->item], p) : p;
}

}  // namespace fairway
