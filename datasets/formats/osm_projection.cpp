#include "datasets/formats/osm_projection.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fairway {

namespace {

constexpr double kHalfUnit = 0.5e-7 * std::numbers::pi / 180;

/// Metres of a radian of longitude and of latitude.
struct OsmRadii {
  explicit OsmRadii(double lat_degrees) {
    constexpr double kRadius = 6378137;  // of the equator
    constexpr double kFlattening = 1 / 298.257223563;
    constexpr double kSquaredEccentricity = kFlattening * (2 - kFlattening);
    const double lat = lat_degrees * std::numbers::pi / 180;
    const double sine = std::sin(lat);
    const double w = 1 - kSquaredEccentricity * sine * sine;
    east = kRadius / std::sqrt(w) * std::cos(lat);
    north = kRadius * (1 - kSquaredEccentricity) / (w * std::sqrt(w));
  }
  double east;
  double north;
};

}  // namespace

OsmProjection::OsmProjection(const OsmBox& box)
    : twice_lon_(std::int64_t{box.least.lon} + box.most.lon),
      twice_lat_(std::int64_t{box.least.lat} + box.most.lat) {
  const OsmRadii radii(lat());
  metres_east_ = radii.east * kHalfUnit;
  metres_north_ = radii.north * kHalfUnit;
  const auto compare = [&](double lat_degrees) {
    const OsmRadii there(lat_degrees);
    for (const double scale : {radii.east / there.east, radii.north / there.north}) {
      error_ = std::max(error_, std::abs(scale - 1));
    }
  };
  compare(box.least.lat / 1e7);
  compare(box.most.lat / 1e7);
  if (box.least.lat < 0 && box.most.lat > 0) compare(0);
}

Point OsmProjection::operator()(OsmPlace place) const {
  return {static_cast<double>(2 * std::int64_t{place.lon} - twice_lon_) * metres_east_,
          static_cast<double>(2 * std::int64_t{place.lat} - twice_lat_) * metres_north_};
}

double OsmProjection::lon() const { return static_cast<double>(twice_lon_) / 2e7; }
double OsmProjection::lat() const { return static_cast<double>(twice_lat_) / 2e7; }

}  // namespace fairway
