#pragma once

#include <string>

#include "algorithms/geometry/point.hpp"

namespace fairway::gdal {

/// The equirectangular projection about the centre of a box. Converts degrees of longitude and
/// latitude to metres; x points east, y points north. The factors are the radii of curvature of WGS
/// 84 at the centre. Precondition: the box has an area and does not reach a pole.
class LocalProjection {
 public:
  explicit LocalProjection(const Box& degrees);

  Point operator()(Point degrees) const {
    return {(degrees.x - centre_.x) * east_, (degrees.y - centre_.y) * north_};
  }

  /// Describes where the point (0, 0) lies.
  std::string origin() const;
  /// A sentence that states the greatest error of a length in the box, in per cent of the length on
  /// the ellipsoid.
  std::string told() const;

 private:
  Point centre_;
  double east_;   ///< metres per degree of longitude
  double north_;  ///< metres per degree of latitude
  double error_ = 0;
};

}  // namespace fairway::gdal
