#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// The costs of a grid's moves on terrain: for each cell the number of a row of costs by direction.
/// Cells with identical surroundings share a row.
struct MoveCosts {
  std::size_t neighbours = 0;
  std::vector<double> rows;
  std::vector<std::uint32_t> row_of;

  const double* of(std::size_t cell) const { return rows.data() + row_of[cell] * neighbours; }
  std::size_t memory_bytes() const {
    return rows.capacity() * sizeof(rows[0]) + row_of.capacity() * sizeof(row_of[0]);
  }
};

/// The cost of each legal move is its length times the mean of the costs of the cells that it
/// crosses, weighted by how much of it lies in each: the integral along the straight line, exact
/// but for rounding. `masks` tell which moves are legal, `length` their lengths. Where all cells
/// cost 1 moves cost their length. Precondition: the raster has terrain. O(cells * neighbours); at
/// worst 8 bytes a cell and neighbour, where no two cells are alike.
MoveCosts move_costs(const RasterisedSpace& raster, std::span<const std::uint32_t> masks,
                     std::size_t neighbours, const std::array<double, 32>& length);

}  // namespace fairway
