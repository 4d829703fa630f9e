#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Returns the integral of the terrain's cost along a path, or the path's length in a world without
/// terrain. A piece of the path on the border of two cells takes the lower cost of the cells that
/// are not blocked. If a piece has only one free class beside it, the whole path pays only for
/// cells of this class. For example, a path on land pays for land along a coast. Returns infinity
/// if the path leaves the world or enters a blocked cell. O(cells met). Allocates nothing.
double path_cost(const FreeSpace& space, std::span<const Point> path);

}  // namespace fairway
