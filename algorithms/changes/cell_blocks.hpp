#pragma once

#include <span>
#include <vector>

#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// The block extended by `by` cells on all sides, clipped to the lattice.
CellBlock grown(const CellBlock& block, int by, const CellGrid& grid);

/// Returns blocks that cover the given blocks. No cell is next to two of the returned blocks. If it
/// would take longer to compare all pairs of blocks than to visit all cells, returns a single
/// block. O(k^2) for k blocks, at most O(cells).
std::vector<CellBlock> apart(std::span<const CellBlock> blocks, const CellGrid& grid);

/// Calls visit(column, row) for the cells of the blocks, each extended by `by` cells.
template <class Visit>
void visit_cells(const GridGraph& graph, std::span<const CellBlock> blocks, int by, Visit visit) {
  for (const CellBlock& block : blocks) {
    const CellBlock window = grown(block, by, graph.grid());
    for (int j = window.y; j < window.y + window.height; ++j) {
      for (int i = window.x; i < window.x + window.width; ++i) visit(i, j);
    }
  }
}

/// Returns blocks that cover k cells, at most one block for each tile of 16 x 16 cells. O(k log k).
std::vector<CellBlock> blocks_of(std::span<const ChangingRaster::Cell> cells);

}  // namespace fairway
