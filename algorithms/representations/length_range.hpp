#pragma once

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/settings/option_range.hpp"

namespace fairway {

/// Of an option that is a length in the world's units, where 0 stands for a standard one.
inline constexpr OptionRange kLengthRange{0, kMaxCoordinate};

/// The option cell_size of adapters of square cells, for describe().
void describe_cell_size(double& cell_size, auto&& field) {
  field("cell_size", cell_size,
        "side of a cell, in the world's units; 0: 1 for worlds made of cells, else the longer side "
        "of the world's box / 512",
        kLengthRange);
}

}  // namespace fairway
