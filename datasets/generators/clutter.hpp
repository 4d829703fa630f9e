#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// The shape of the obstacles of clutter.
struct ClutterShape {
  int corners = 8;          ///< maximum number of vertices of an obstacle
  int convex_percent = 40;  ///< percentage of convex obstacles; the others are star-shaped
};

/// A square with polygonal obstacles that touch neither each other nor the outline. They have about
/// `vertices` vertices in total and block about `blocked_percent` of the area. The radius of an
/// obstacle is 2 to 8 units; the area of the obstacles determines the side of the square. Every
/// coordinate is a multiple of 1/64, so no arithmetic rounds. Expected near-linear.
Polygons clutter(std::uint64_t seed, int vertices, int blocked_percent, const ClutterShape& shape);

/// Clutter in a square of a given side, in units.
Polygons clutter_in_square(std::uint64_t seed, int side, int blocked_percent,
                           const ClutterShape& shape);

}  // namespace fairway
