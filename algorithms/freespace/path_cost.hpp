#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// What a path costs on a world with terrain: the integral of the terrain's cost along it. A piece
/// that runs along the border of two cells costs what the cheaper of those that are not blocked
/// asks. On a world without terrain, the path's length. Precondition: the path is legal in the
/// world. O(cells met). Allocates nothing.
double path_cost(const FreeSpace& space, std::span<const Point> path);

}  // namespace fairway
