#pragma once

#include "algorithms/freespace/free_space.hpp"

namespace fairway::test {

/// Whether the `place` and the half-edge of a location fit its point. A blocked location must have
/// no half-edge.
bool true_to_its_word(const FreeSpace& space, const Location& at);

/// Whether the path checker calls a path legal.
bool legal(const FreeSpace& space, const Path& path);

/// Distance from a point to the nearest wall, rounded. O(walls).
double clearance(const FreeSpace& space, Point p);

}  // namespace fairway::test
