#pragma once

#include "algorithms/geometry/point.hpp"
#include "datasets/formats/osm_data.hpp"

namespace fairway {

/// The equirectangular projection about the centre of a box, in metres, x east, y north: the
/// differences of longitude and latitude times the radii of curvature of WGS 84 there. Each
/// coordinate is rounded once. The box must have an area and keep away from the poles.
class OsmProjection {
 public:
  explicit OsmProjection(const OsmBox& box);

  Point operator()(OsmPlace place) const;

  /// The centre, in degrees.
  double lon() const;
  double lat() const;
  /// How much longer or shorter, relatively, a path in the box may be here than on the ellipsoid.
  double error() const { return error_; }

 private:
  std::int64_t twice_lon_;  ///< of the centre
  std::int64_t twice_lat_;
  double metres_east_;  ///< of half a unit of places
  double metres_north_;
  double error_ = 0;
};

}  // namespace fairway
