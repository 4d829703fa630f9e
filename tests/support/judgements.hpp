#pragma once

#include "algorithms/freespace/free_space.hpp"

namespace fairway::test {

/// Whether a location's statements about its point and half-edge are true. A blocked point has no
/// other statements.
bool true_to_its_word(const FreeSpace& space, const Location& at);

/// Distance from a point to the nearest wall, rounded. O(walls).
double clearance(const FreeSpace& space, Point p);

}  // namespace fairway::test
