#pragma once

#include <vector>

#include "datasets/formats/doom_level.hpp"

namespace fairway {

/// Returns the sectors that are doors, in ascending order. Three kinds of sectors are doors. A
/// manual door is on the left of a line with a special of manual doors. A remote door has the tag
/// of a line with a special of remote doors. A late door has the special of late doors. Specials of
/// Boom and later engines are ignored. O(n log n). Source: M. Fell, "The Unofficial Doom Specs"
/// 1.666, sections 4-3-1 and 4-9-1.
std::vector<int> doors_of(const DoomLevel& level);

/// Raises the ceiling of each door to 4 units below the lowest ceiling of adjacent sectors that are
/// not doors, as Doom does. Higher ceilings are unchanged. O(n log n).
void open_doors(DoomLevel& level, const std::vector<int>& doors);

}  // namespace fairway
