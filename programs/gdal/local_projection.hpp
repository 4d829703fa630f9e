#pragma once

#include <string>

#include "algorithms/geometry/point.hpp"

namespace fairway::gdal {

/// The equirectangular projection about the centre of a box of longitudes and latitudes in degrees:
/// metres, x east, y north. Differences of longitude and latitude are multiplied by the radii of
/// curvature of WGS 84 at the centre. The box must have an area and keep away from the poles.
class LocalProjection {
 public:
  explicit LocalProjection(const Box& degrees);

  Point operator()(Point degrees) const {
    return {(degrees.x - centre_.x) * east_, (degrees.y - centre_.y) * north_};
  }

  /// Where (0, 0) lies, in words.
  std::string origin() const;
  /// A sentence about how much longer or shorter, relatively, a path may be than on the ellipsoid.
  std::string told() const;

 private:
  Point centre_;
  double east_;   ///< metres of a degree of longitude
  double north_;  ///< metres of a degree of latitude
  double error_ = 0;
};

}  // namespace fairway::gdal
