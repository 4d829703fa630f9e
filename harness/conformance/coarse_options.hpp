#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/option_values.hpp"

namespace fairway::conformance {

/// Returns option values that make a representation coarse and therefore small. Sets each length
/// that the representation chooses by default (default 0, help "in the world's units") to a
/// fraction of the world's longer side. No coordinate is likely to be a multiple of this length.
/// Returns no values for worlds of cells, because their representations are small already.
OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space);

}  // namespace fairway::conformance
