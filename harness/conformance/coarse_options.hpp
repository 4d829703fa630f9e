#pragma once

#include <span>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/methods/option_values.hpp"

namespace fairway::conformance {

/// Option values that make a representation small. Lengths whose standard value is 0 ("in the
/// world's units"; the representation chooses) become a share of the world of which no coordinate
/// is a multiple. Empty in worlds made of cells, which are small already.
OptionValues coarse_values(std::span<const OptionInfo> options, const FreeSpace& space);

}  // namespace fairway::conformance
