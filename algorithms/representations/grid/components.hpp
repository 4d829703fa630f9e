#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Components of the free cells, joined across open borders.
struct CellComponents {
  int count = 0;
  /// For each cell, row by row: its component's number, less than the number of cells but with
  /// gaps, or -1 if it is not free. Empty if there are fewer than two components.
  std::vector<std::int32_t> of;
};

/// Linear: runs of rows are joined.
CellComponents find_components(const RasterisedSpace& raster);

}  // namespace fairway
