#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// The shape of the obstacles in a field of clutter.
struct ClutterShape {
  int corners = 8;          ///< maximum number of vertices of an obstacle
  int convex_percent = 40;  ///< share of convex obstacles; the others are star-shaped
};

/// A square with polygonal obstacles that touch neither each other nor the outline. They have about
/// `vertices` vertices in all and block about `blocked_percent` of the area. An obstacle measures 2
/// to 8 units from its centre; the side of the square follows from the obstacles' area. Every
/// coordinate is a multiple of 1/64, so that no arithmetic rounds. Expected near-linear.
Polygons clutter(std::uint64_t seed, int vertices, int blocked_percent, const ClutterShape& shape);

/// Clutter in a square of a given side, in units.
Polygons clutter_in_square(std::uint64_t seed, int side, int blocked_percent,
                           const ClutterShape& shape);

}  // namespace fairway
