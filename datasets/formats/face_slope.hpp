#pragma once

#include <array>
#include <span>

namespace fairway {

/// A place in space: x and y in the plane, and its height.
struct SpacePoint {
  double x = 0;
  double y = 0;
  double height = 0;
};

/// Whether a face, counter-clockwise seen from above, lies no steeper than a slope: its vector area
/// (Newell's normal) has an upward part u > 0, and a level part of length h with
/// h * h <= tangent_squared * u * u. Exact. Expected linear.
bool is_walkable(std::span<const SpacePoint> corners, double tangent_squared);

/// An edge of a face.
struct SpaceEdge {
  SpacePoint from;
  SpacePoint to;
};

/// Whether two edges differ by at most `step` in height over a point of the plane that lies on
/// both. Exact.
bool within_step(const SpaceEdge& a, const SpaceEdge& b, double x, double y, double step);

}  // namespace fairway
