#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Selects the feet at which walls_with_feet() cuts walls. It defines feet.
enum class Feet : std::uint8_t {
  kAll,    ///< all feet
  kSafe,   ///< feet on their wall, and feet that rounding moved into a triangle next to the wall
  kExact,  ///< feet that rounding did not move off their wall
};

/// Returns the walls of a world, cut at feet. A foot is the point of a wall nearest to a vertex,
/// under two conditions. The point is not an end of the wall. The circle with the segment from the
/// point to the vertex as diameter contains no other visible vertex. This segment is then the
/// narrowest gap between the vertex and the wall. Rounding may add points that are not feet. It may
/// also move a foot off its wall by the last bit. Expected O(n log n) for n triangles.
/// Source: M. Kallmann, "Dynamic and robust local clearance triangulations", ACM TOG 33 (2014),
/// section 4. Difference: all feet are found in one pass over the unrefined triangulation.
std::vector<BoundaryEdge> walls_with_feet(const FreeSpace& space, Feet kind);

}  // namespace fairway
