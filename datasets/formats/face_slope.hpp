#pragma once

#include <array>
#include <span>

namespace fairway {

/// A point in space: x and y in the plane, and its height.
struct SpacePoint {
  double x = 0;
  double y = 0;
  double height = 0;
};

/// Whether a face points up and is at most as steep as a slope, given by its squared tangent. Let u
/// be the upward component of the face's vector area (Newell's normal), and h the length of the
/// horizontal component. The condition is u > 0 and h * h <= tangent_squared * u * u. If the face
/// is counter-clockwise seen from above, u > 0. Exact. Expected linear.
bool is_walkable(std::span<const SpacePoint> corners, double tangent_squared);

/// An edge of a face.
struct SpaceEdge {
  SpacePoint from;
  SpacePoint to;
};

/// Whether the heights of two edges at the point (x, y) differ by at most `step`. Precondition:
/// both edges pass over this point of the plane. Exact.
bool within_step(const SpaceEdge& a, const SpaceEdge& b, double x, double y, double step);

}  // namespace fairway
