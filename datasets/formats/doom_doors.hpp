#pragma once

#include <vector>

#include "datasets/formats/doom_level.hpp"

namespace fairway {

/// The sectors that some line, or their own special, opens as a door, in ascending order: the
/// sector on the left of a line with the special of a manual door, or those with the tag of a line
/// with that of a remote one. Specials of Boom and later are not among them. O(n log n). Source:
/// M. Fell, "The Unofficial Doom Specs" 1.666, sections 4-3-1 and 4-9-1.
std::vector<int> doors_of(const DoomLevel& level);

/// Raises the ceilings of the doors to 4 units below the lowest ceiling beside them that is not
/// another door's, as Doom does. Ceilings that are higher stay. O(n log n).
void open_doors(DoomLevel& level, const std::vector<int>& doors);

}  // namespace fairway
