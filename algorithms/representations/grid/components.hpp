#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Components of the free cells, joined across open borders.
struct CellComponents {
  int count = 0;
  /// Of each cell, row by row: a number that all free cells of its component share, -1 where the
  /// cell is not free. Empty where there are fewer than two components.
  std::vector<std::int32_t> of;
};

/// Linear: runs of rows are joined.
CellComponents find_components(const RasterisedSpace& raster);

}  // namespace fairway
