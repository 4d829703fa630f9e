#pragma once

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// Orders directions counter-clockwise, beginning with the positive x axis: whether that from
/// `centre` to a comes before that to b. Exact.
inline bool direction_before(Point centre, Point a, Point b) {
  const auto upper = [&](Point p) { return p.y != centre.y ? p.y > centre.y : p.x > centre.x; };
  return upper(a) != upper(b) ? upper(a) : orientation(centre, a, b) > 0;
}

}  // namespace fairway
