#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// The costs of moves on terrain: for each cell the number of a row of costs by direction. Equal
/// rows are shared.
struct MoveCosts {
  std::size_t neighbours = 0;
  std::vector<double> rows;
  std::vector<std::uint32_t> row_of;

  const double* of(std::size_t cell) const { return rows.data() + row_of[cell] * neighbours; }
  std::size_t memory_bytes() const {
    return rows.capacity() * sizeof(rows[0]) + row_of.capacity() * sizeof(row_of[0]);
  }
};

/// A legal move costs its length times the mean cost of the cells that it crosses, weighted by its
/// length in each: the integral along the line, up to rounding, and its length where all cells
/// cost 1. `masks` hold the legal moves, `length` their lengths. Precondition: the raster has
/// terrain. O(cells * neighbours); at most 8 bytes per cell and neighbour.
MoveCosts move_costs(const RasterisedSpace& raster, std::span<const std::uint32_t> masks,
                     std::size_t neighbours, const std::array<double, 32>& length);

}  // namespace fairway
