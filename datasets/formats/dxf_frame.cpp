#include "datasets/formats/dxf_frame.hpp"

#include <cmath>
#include <numbers>

namespace fairway {

Vector3 SpaceMap::vector(const Vector3& v) const {
  return {v.x * axes[0].x + v.y * axes[1].x + v.z * axes[2].x,
          v.x * axes[0].y + v.y * axes[1].y + v.z * axes[2].y,
          v.x * axes[0].z + v.y * axes[1].z + v.z * axes[2].z};
}

Vector3 SpaceMap::point(const Vector3& p) const {
  const Vector3 moved = vector(p);
  return {moved.x + at.x, moved.y + at.y, moved.z + at.z};
}

SpaceMap SpaceMap::after(const SpaceMap& first) const {
  return {{vector(first.axes[0]), vector(first.axes[1]), vector(first.axes[2])}, point(first.at)};
}

Vector3 cross(const Vector3& u, const Vector3& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

Vector3 unit_vector(const Vector3& v) {
  const double length = std::hypot(v.x, v.y, v.z);
  return {v.x / length, v.y / length, v.z / length};
}

SpaceMap frame_of_normal(const Vector3& normal) {
  constexpr double kNearTheAxis = 1.0 / 64;
  const Vector3 z = unit_vector(normal);
  const bool near = std::abs(z.x) < kNearTheAxis && std::abs(z.y) < kNearTheAxis;
  const Vector3 x = unit_vector(cross(near ? Vector3{0, 1, 0} : Vector3{0, 0, 1}, z));
  return {{x, cross(z, x), z}, {}};
}

Point direction_of_degrees(double degrees) {
  const double turn = std::fmod(degrees, 360);
  if (turn == 0) return {1, 0};
  if (turn == 90 || turn == -270) return {0, 1};
  if (turn == 180 || turn == -180) return {-1, 0};
  if (turn == 270 || turn == -90) return {0, -1};
  const double radians = turn * (std::numbers::pi / 180);
  return {std::cos(radians), std::sin(radians)};
}

}  // namespace fairway
