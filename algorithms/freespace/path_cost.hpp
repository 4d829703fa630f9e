#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// What a path costs on a world with terrain: the integral of the terrain's cost along it. A piece
/// that runs along the border of two cells costs what the cheaper of those that are not blocked
/// asks, and are of the class of the cells that the path leads through where that is known: along a
/// coast a path on land costs what land costs. On a world without terrain, the path's length.
/// Infinity where the path leaves the world or enters a blocked cell. O(cells met). Allocates
/// nothing.
double path_cost(const FreeSpace& space, std::span<const Point> path);

}  // namespace fairway
