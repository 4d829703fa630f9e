#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/option_values.hpp"

namespace fairway::conformance {

/// Option values that make a representation small. An option is replaced if it is a length whose
/// default 0 lets the representation choose; its help contains "in the world's units". The new
/// length is a share of the world's size, chosen so that no coordinate is a multiple of the length.
/// Empty for worlds of cells: their representations are small already.
OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space);

}  // namespace fairway::conformance
