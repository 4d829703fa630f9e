#pragma once

#include <span>
#include <vector>

#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// A block grown on all sides, as far as the lattice goes.
CellBlock grown(const CellBlock& block, int by, const CellGrid& grid);

/// Blocks that hold all of these, so far from each other that no cell is beside two. One block if
/// they are so many that comparing them would take longer than looking at all cells. O(k^2) for k
/// blocks, at most O(cells).
std::vector<CellBlock> apart(std::span<const CellBlock> blocks, const CellGrid& grid);

/// Calls visit(column, row) for the cells of blocks that grow by so many cells.
template <class Visit>
void visit_cells(const GridGraph& graph, std::span<const CellBlock> blocks, int by, Visit visit) {
  for (const CellBlock& block : blocks) {
    const CellBlock window = grown(block, by, graph.grid());
    for (int j = window.y; j < window.y + window.height; ++j) {
      for (int i = window.x; i < window.x + window.width; ++i) visit(i, j);
    }
  }
}

/// Blocks that hold these cells, each within a tile of the lattice. O(k log k).
std::vector<CellBlock> blocks_of(std::span<const ChangingRaster::Cell> cells);

}  // namespace fairway
