#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/option_values.hpp"

namespace fairway::conformance {

/// Values that make a representation small: lengths that it is left to choose (a standard value of
/// 0, "in the world's units") become a share of the world that no coordinate is a multiple of. None
/// in worlds made of cells, which are small themselves.
OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space);

}  // namespace fairway::conformance
