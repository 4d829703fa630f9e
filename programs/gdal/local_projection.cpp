#include "programs/gdal/local_projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fairway::gdal {

namespace {

/// Metres per degree of longitude and per degree of latitude.
Point metres_at(double latitude) {
  constexpr double kRadius = 6378137;  // radius of the equator, in metres
  constexpr double kFlattening = 1 / 298.257223563;
  constexpr double kSquaredEccentricity = kFlattening * (2 - kFlattening);
  constexpr double kDegree = std::numbers::pi / 180;
  const double sine = std::sin(latitude * kDegree);
  const double w = 1 - kSquaredEccentricity * sine * sine;
  return {kRadius / std::sqrt(w) * std::cos(latitude * kDegree) * kDegree,
          kRadius * (1 - kSquaredEccentricity) / (w * std::sqrt(w)) * kDegree};
}

}  // namespace

LocalProjection::LocalProjection(const Box& degrees)
    : centre_{(degrees.min.x + degrees.max.x) / 2, (degrees.min.y + degrees.max.y) / 2},
      east_(metres_at(centre_.y).x),
      north_(metres_at(centre_.y).y) {
  for (const double latitude : {degrees.min.y, degrees.max.y, degrees.min.y < 0 ? 0 : centre_.y}) {
    if (latitude > degrees.max.y) continue;
    const Point there = metres_at(latitude);
    error_ = std::max({error_, std::abs(east_ / there.x - 1), std::abs(north_ / there.y - 1)});
  }
}

std::string LocalProjection::origin() const {
  return fmt::format("lat {:.8f}, lon {:.8f}, the centre of the box; x east, y north", centre_.y,
                     centre_.x);
}

std::string LocalProjection::told() const {
  return fmt::format("The projection changes lengths in the box by at most {:.2g} %.",
                     100 * error_);
}

}  // namespace fairway::gdal
