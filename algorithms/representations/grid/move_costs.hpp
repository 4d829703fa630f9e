#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// The costs of moves on terrain. A row has the cost of each move, by direction. Each cell has the
/// index of a row. Cells with equal costs share a row.
struct MoveCosts {
  ///@{ Number of costs in a row, the costs of all rows, and the index of the row of each cell.
  std::size_t neighbours = 0;
  std::vector<double> rows;
  std::vector<std::uint32_t> row_of;
  ///@}

  /// The row of a cell.
  const double* of(std::size_t cell) const { return rows.data() + row_of[cell] * neighbours; }
  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const {
    return rows.capacity() * sizeof(rows[0]) + row_of.capacity() * sizeof(row_of[0]);
  }
};

/// Computes the costs of all legal moves. The cost of a move is its length times the mean cost of
/// the crossed cells, weighted by the length of the move inside each cell. Up to rounding, this is
/// the integral of the cost along the move. `masks` has the legal moves of each cell, `length` the
/// length of each move. Precondition: the raster has terrain. Time is O(cells * neighbours). Memory
/// is at most 8 bytes per cell and neighbour.
MoveCosts move_costs(const RasterisedSpace& raster, std::span<const std::uint32_t> masks,
                     std::size_t neighbours, const std::array<double, 32>& length);

}  // namespace fairway
