#pragma once

#include <span>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The sum of the absolute angles by which a path turns at its inner points, in radians.
double turning(std::span<const Point> path);

/// length / optimum - 1; 0 if both are 0, as for a query whose start is its goal.
double relative_excess(double length, double optimum);

}  // namespace fairway
