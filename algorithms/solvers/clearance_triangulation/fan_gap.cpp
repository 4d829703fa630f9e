#include "algorithms/solvers/clearance_triangulation/fan_gap.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fairway {
namespace {

/// Fans grow with the distance that an agent keeps from the walls. Returns the largest distance at
/// which there is still a gap between two fans. Returns 0 if no line separates the fans.
double gap(const Fan& from, const Fan& to) {
  const Point way = to.corner() - from.corner();
  double best = 0;
  const auto consider = [&](Point normal) {
    const auto first = from.extent(normal);
    const auto second = to.extent(Point{} - normal);
    if (first && second) best = std::max(best, dot(normal, way) / (*first + *second));
  };
  const auto tangents = [](const Fan& fan, Point towards, const auto& visit) {
    const int k = static_cast<int>(std::floor(fan.steps_to(towards)));
    for (const int i : {k - 1, k, k + 1, k + 2}) {
      if (0 <= i && i <= fan.steps()) visit(fan.tangent(i));
    }
  };
  tangents(from, way, consider);
  tangents(to, Point{} - way, [&](Point tangent) { consider(Point{} - tangent); });
  return best;
}

/// Returns the fans that can limit a gap in `direction` from `end`. These are end.sector, the fan
/// end.first if `direction` is near or before the sector's first direction, and the fan end.last if
/// `direction` is near or beyond the sector's last direction.
std::vector<Fan> sectors(const GapEnd& end, Point direction, const CornerFans& fans) {
  std::vector<Fan> found{end.sector};
  const double at = end.sector.steps_to(direction);
  // A step is the angle between two successive tangents of a fan. The gap ends at a tangent whose
  // direction differs from `direction` by less than one step.
  if (at <= 1 && end.first != CornerFans::kNone) found.push_back(fans.fan(end.first));
  if (at >= end.sector.steps() - 1 && end.last != CornerFans::kNone) {
    found.push_back(fans.fan(end.last));
  }
  return found;
}

}  // namespace

double clearance_of_gap(const GapEnd& from, const GapEnd& to, const CornerFans& fans) {
  const Point way = to.sector.corner() - from.sector.corner();
  const double half = std::sqrt(dot(way, way)) / 2;
  const Point direction = (0.5 / half) * way;
  if (!from.sector.extent(direction) || !to.sector.extent(Point{} - direction)) return half;
  double best = 0;
  for (const Fan& a : sectors(from, direction, fans)) {
    for (const Fan& b : sectors(to, Point{} - direction, fans)) best = std::max(best, gap(a, b));
  }
  return best > 0 ? std::min(best, half) : half;
}

}  // namespace fairway
