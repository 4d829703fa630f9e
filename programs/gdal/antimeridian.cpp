#include "programs/gdal/antimeridian.hpp"

#include <algorithm>
#include <cstddef>

namespace fairway::gdal {

namespace {

constexpr double kPole = 90;

/// Returns whether a step from one longitude to another crosses the antimeridian: 1 if it crosses
/// eastward, -1 if it crosses westward, and 0 if it does not cross.
int eastwards(double from, double to) {
  if (from - to > 180) return 1;
  return to - from > 180 ? -1 : 0;
}

/// Adds the width of the map (about 360 degrees) to a longitude for each eastward crossing of the
/// antimeridian, and subtracts it for each westward crossing. The result is exact for points on one
/// of the two meridians, so copies of a ring meet exactly there.
double after_crossings(double longitude, int crossings, const Meridians& meridians) {
  const double round = meridians.east - meridians.west;
  if (crossings > 0) return meridians.east + (longitude - meridians.west) + (crossings - 1) * round;
  if (crossings < 0) return meridians.west + (longitude - meridians.east) + (crossings + 1) * round;
  return longitude;
}

}  // namespace

std::optional<std::vector<Ring>> in_the_plane(const Ring& ring, const Meridians& meridians) {
  std::vector<int> crossings{0};
  double latitudes = ring.front().y;
  for (std::size_t i = 1; i < ring.size(); ++i) {
    crossings.push_back(crossings.back() + eastwards(ring[i - 1].x, ring[i].x));
    latitudes += ring[i].y;
  }
  const int all = crossings.back() + eastwards(ring.back().x, ring.front().x);
  const auto [least, most] = std::ranges::minmax(crossings);
  if (least == 0 && most == 0 && all == 0) return std::vector<Ring>{ring};
  if (std::max(most, all) - std::min(least, all) > 2) return std::nullopt;

  std::vector<Ring> copies;
  for (int copy = std::min(least, all); copy <= std::max(most, all); ++copy) {
    Ring& points = copies.emplace_back();
    const auto add = [&](Point p, int round) {
      points.push_back({after_crossings(p.x, round - copy, meridians), p.y});
    };
    for (std::size_t i = 0; i < ring.size(); ++i) add(ring[i], crossings[i]);
    if (all == 0) continue;
    const Point pole{ring.front().x, latitudes < 0 ? -kPole : kPole};
    add(ring.front(), all);
    add(pole, all);
    add(pole, 0);
  }
  return copies;
}

}  // namespace fairway::gdal
