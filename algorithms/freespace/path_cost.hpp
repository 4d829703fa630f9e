#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The integral of the terrain's cost along a path; its length in a world without terrain. A piece
/// on the border of two cells takes the lower cost of the cells that are not blocked and, if the
/// path's class is known, have that class: a path on land pays for land along a coast. Infinity if
/// the path leaves the world or enters a blocked cell. O(cells met). Allocates nothing.
double path_cost(const FreeSpace& space, std::span<const Point> path);

}  // namespace fairway
