#pragma once

#include <cstdint>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/offset_pieces.hpp"

namespace fairway {

/// A part of the border of free space, as a number. Corner c has the number -1 - c. One side of a
/// wall has the number of the half-edge of the free triangle on this side.
using Border = std::int32_t;
/// No part of the border.
inline constexpr Border kNoBorder = INT32_MIN;

///@{ Conversion between corners and borders.
constexpr Border border_of(CornerId c) { return -1 - c; }
constexpr bool is_corner(Border b) { return b < 0; }
constexpr CornerId corner_of(Border b) { return -1 - b; }
///@}

/// The position of a part of the border in the plane.
struct BorderPlace {
  Point a;       ///< the corner, or an end of the wall
  Point normal;  ///< unit normal of the wall on its free side; 0 at a corner

  /// Finds the position. O(1).
  BorderPlace(const FreeSpace& space, Border b) {
    const Triangulation& mesh = space.triangulation();
    if (is_corner(b)) {
      a = space.position(corner_of(b));
      return;
    }
    a = mesh.origin_point(b);
    normal = left_normal(a, mesh.destination_point(b));
  }

  bool is_wall() const { return normal != Point{}; }  ///< whether it is a wall
  /// Distance of p from the corner or from the line of the wall; negative behind the wall.
  double distance_of(Point p) const { return is_wall() ? dot(normal, p - a) : distance(p, a); }
  /// The corner, or the foot of p on the line of the wall.
  Point nearest(Point p) const { return is_wall() ? p - dot(normal, p - a) * normal : a; }
  /// The distance s at which the point `from` + s * `direction` is equally far from `from` and from
  /// this corner or wall. Infinity if there is no such distance.
  double meeting(Point from, Point direction) const;
};

}  // namespace fairway
