#pragma once

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/settings/option_range.hpp"

namespace fairway {

/// Range of an option that is a length in the world's units. The value 0 selects a default length.
inline constexpr OptionRange kLengthRange{0, kMaxCoordinate};

/// Calls field() for the option cell_size. Adapters with square cells call this in describe().
void describe_cell_size(double& cell_size, auto&& field) {
  field("cell_size", cell_size,
        "side of a cell, in the world's units; 0: automatic (1 in a world of cells, otherwise "
        "1/512 of the longer side of the world's bounding box)",
        kLengthRange);
}

}  // namespace fairway
