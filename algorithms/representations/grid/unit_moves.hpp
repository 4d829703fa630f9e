#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Masks of the legal ones of the first 8 kGridMoves, cell by cell. A diagonal needs both cells
/// beside it and all four borders at its lattice point. O(cells), without branches.
std::vector<std::uint8_t> unit_moves(const RasterisedSpace& raster);

}  // namespace fairway
