#pragma once

#include <vector>

#include "datasets/formats/doom_level.hpp"

namespace fairway {

/// The sectors that are doors, in ascending order. A sector is a door if it is on the left of a
/// line with the special of a manual door, has the tag of a line with the special of a remote door,
/// or has the special of a late door. Specials of Boom and later are not known. O(n log n). Source:
/// M. Fell, "The Unofficial Doom Specs" 1.666, sections 4-3-1 and 4-9-1.
std::vector<int> doors_of(const DoomLevel& level);

/// Raises the ceiling of each door to 4 units below the lowest ceiling of adjacent sectors that are
/// not doors, as Doom does. Higher ceilings are unchanged. O(n log n).
void open_doors(DoomLevel& level, const std::vector<int>& doors);

}  // namespace fairway
