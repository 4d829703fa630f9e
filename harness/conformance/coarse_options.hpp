#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/option_values.hpp"

namespace fairway::conformance {

/// Returns option values that make a representation coarse and therefore small. Sets each option
/// for a length, such as a cell size, to 1 / 23.7 of the longer side of the world. Coordinates are
/// unlikely to be multiples of this length. An option is set only if its default is 0 and its help
/// says "in the world's units". Returns no values for worlds of cells, because their
/// representations are small already.
OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space);

}  // namespace fairway::conformance
