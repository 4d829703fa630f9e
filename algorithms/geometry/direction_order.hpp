#pragma once

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// Whether the direction from `centre` to a comes before the direction from `centre` to b.
/// Directions are ordered counter-clockwise from the positive x axis. Exact.
inline bool direction_before(Point centre, Point a, Point b) {
  const auto upper = [&](Point p) { return p.y != centre.y ? p.y > centre.y : p.x > centre.x; };
  return upper(a) != upper(b) ? upper(a) : orientation(centre, a, b) > 0;
}

}  // namespace fairway
