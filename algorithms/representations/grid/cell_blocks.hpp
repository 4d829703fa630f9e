#pragma once

#include <span>
#include <vector>

#include "algorithms/freespace/burst.hpp"
#include "algorithms/freespace/changing_raster.hpp"
#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// A block grown on all sides, as far as the lattice goes.
CellBlock grown(const CellBlock& block, int by, const CellGrid& grid);

/// Blocks that hold all of these, so far from each other that no cell is beside two. O(k^3) at
/// worst for k blocks.
std::vector<CellBlock> apart(std::span<const CellBlock> blocks);

/// Blocks that hold these cells, each within a tile of the lattice. O(k log k).
std::vector<CellBlock> blocks_of(std::span<const ChangingRaster::Cell> cells);

}  // namespace fairway
