#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/option_values.hpp"

namespace fairway::conformance {

/// Option values that make a representation small. They replace lengths with the default 0, which
/// the representation would choose. Such an option has "in the world's units" in its help. The new
/// length is a share of the world of which no coordinate is a multiple. Empty for worlds of cells,
/// which are small.
OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space);

}  // namespace fairway::conformance
