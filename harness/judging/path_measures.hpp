#pragma once

#include <span>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The sum of the absolute angles by which a path turns at its inner points, in radians.
double turning(std::span<const Point> path);

}  // namespace fairway
