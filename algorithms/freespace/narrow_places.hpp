#pragma once

#include <cstddef>
#include <optional>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Two points, and the distance between them.
struct Gap {
  double width = 0;
  Point a;
  Point b;
};

/// The shortest segment through free space between two points of its border, the first a reflex
/// corner, neither of which can be moved along the border to make the segment shorter. A disc that
/// passes there is at most as wide. Nothing if there is no such segment, as in a convex world.
/// Which segments are compared is decided exactly; widths are rounded. O(c t) for c reflex corners
/// with t triangles in sight, across from their walls and nearer than the result; O(n) as a rule.
std::optional<Gap> narrowest_passage(const FreeSpace& space);

/// Of edges of the border or walls that follow each other about a vertex, in free space or not.
struct BorderAngle {
  double degrees = 0;  ///< rounded
  Point at;
};
/// The least of them. O(n log n).
BorderAngle smallest_angle(const FreeSpace& space);

/// The two nearest vertices, and the number of pairs that are nearer than `limit`, counted up to
/// `most`. Expected O(n log n + pairs). Precondition: limit > 0.
struct NearVertices {
  Gap nearest;
  std::size_t pairs = 0;
};
NearVertices near_vertices(const FreeSpace& space, double limit, std::size_t most);

}  // namespace fairway
