#pragma once

#include <array>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// A point or a vector in space.
struct Vector3 {
  double x = 0;
  double y = 0;
  double z = 0;
  friend bool operator==(const Vector3&, const Vector3&) = default;
};

/// An affine map of space: at + x * axes[0] + y * axes[1] + z * axes[2]. The map that moves nothing
/// changes no coordinate.
struct SpaceMap {
  std::array<Vector3, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vector3 at = {};

  Vector3 point(const Vector3& p) const;
  Vector3 vector(const Vector3& v) const;
  /// The map that does `first` and then this.
  SpaceMap after(const SpaceMap& first) const;
};

Vector3 cross(const Vector3& u, const Vector3& v);
/// Precondition: not (0, 0, 0).
Vector3 unit_vector(const Vector3& v);

/// The frame of entities whose plane has this normal (the extrusion direction of DXF), by AutoCAD's
/// arbitrary axis algorithm. Exact for (0, 0, z). Source: AutoCAD DXF Reference, "Arbitrary Axis
/// Algorithm". Precondition: not (0, 0, 0).
SpaceMap frame_of_normal(const Vector3& normal);

/// (cosine, sine) of an angle in degrees; exact for multiples of 90.
Point direction_of_degrees(double degrees);

}  // namespace fairway
