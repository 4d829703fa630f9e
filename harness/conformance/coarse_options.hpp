#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/option_values.hpp"

namespace fairway::conformance {

/// Option values that make a representation small. They replace lengths whose value 0 lets the
/// representation choose. The help of such an option contains "in the world's units". The new
/// length is a share of the world's size, chosen so that no coordinate is a multiple of it. Empty
/// for worlds of cells, because they are small.
OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space);

}  // namespace fairway::conformance
