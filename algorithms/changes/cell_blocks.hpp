#pragma once

#include <span>
#include <vector>

#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// A block grown on all sides, as far as the lattice goes.
CellBlock grown(const CellBlock& block, int by, const CellGrid& grid);

/// Blocks that hold all of these, so far from each other that no cell is beside two. One block if
/// they are so many that comparing them would take longer than looking at all cells. O(k^2) for k
/// blocks, at most O(cells).
std::vector<CellBlock> apart(std::span<const CellBlock> blocks, const CellGrid& grid);

/// Blocks that hold these cells, each within a tile of the lattice. O(k log k).
std::vector<CellBlock> blocks_of(std::span<const ChangingRaster::Cell> cells);

}  // namespace fairway
