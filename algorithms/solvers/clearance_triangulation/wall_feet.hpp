#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Which feet walls_with_feet() uses.
enum class Feet : std::uint8_t {
  kAll,    ///< all
  kSafe,   ///< feet that rounding moved off their wall at most into the triangle beside the wall
  kExact,  ///< feet that rounding did not move off their wall
};

/// Returns the walls of a world, cut at feet. A foot is the point of a wall nearest to a vertex,
/// under two conditions. The point is inside the wall, and no other visible vertex is in the circle
/// whose diameter joins the point and the vertex. These circles are the narrowest places between a
/// vertex and a wall. Rounding may add other points. It may also move a foot off its wall by the
/// last bit. Expected O(n log n) for n triangles. Source: M. Kallmann, "Dynamic and robust local
/// clearance triangulations", ACM TOG 33 (2014), section 4, with all feet found in one pass over
/// the unrefined triangulation.
std::vector<BoundaryEdge> walls_with_feet(const FreeSpace& space, Feet kind);

}  // namespace fairway
