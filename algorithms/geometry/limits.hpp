#pragma once

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// Whether a coordinate, or both coordinates of a point, are in the range in which the predicates
/// are exact; see kMaxCoordinate.
inline bool within_limits(double coordinate) {
  const double magnitude = std::abs(coordinate);
  return magnitude == 0 || (magnitude >= kMinCoordinate && magnitude <= kMaxCoordinate);
}
inline bool within_limits(Point p) { return within_limits(p.x) && within_limits(p.y); }

}  // namespace fairway
