#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Masks of the legal ones of the first 8 kGridMoves from each cell, row by row. A diagonal needs
/// both cells beside it and all four borders at the lattice point that it passes. O(cells): a byte
/// operation per cell and move, without branches.
std::vector<std::uint8_t> unit_moves(const RasterisedSpace& raster);

}  // namespace fairway
