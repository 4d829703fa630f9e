#pragma once

#include "algorithms/freespace/free_space.hpp"

namespace fairway::test {

/// Whether what a location says of its point and its half-edge is true. Of a blocked point it says
/// nothing else.
bool true_to_its_word(const FreeSpace& space, const Location& at);

/// Distance from a point to the nearest wall, rounded. O(walls).
double clearance(const FreeSpace& space, Point p);

}  // namespace fairway::test
