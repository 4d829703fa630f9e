#pragma once

#include <vector>

#include "datasets/formats/doom_level.hpp"

namespace fairway {

/// Returns the sectors that are doors, in ascending order. The number `special` of a line or sector
/// decides which sectors are doors. A manual door is on the left of a line with the special of a
/// manual door. A remote door has the same tag as a line with the special of a remote door. A late
/// door has its own special. Specials of Boom and later engines are ignored. O(n log n). Source: M.
/// Fell, "The Unofficial Doom Specs" 1.666, sections 4-3-1 and 4-9-1.
std::vector<int> doors_of(const DoomLevel& level);

/// Opens doors as Doom does: raises the ceiling of each door to 4 units below the lowest ceiling of
/// the adjacent sectors that are not doors. A ceiling that is already higher is unchanged. O(n log
/// n).
void open_doors(DoomLevel& level, const std::vector<int>& doors);

}  // namespace fairway
