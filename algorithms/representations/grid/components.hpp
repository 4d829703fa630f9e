#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// The connected components of the free cells. Open borders connect neighbouring free cells.
struct CellComponents {
  int count = 0;  ///< number of components
  /// Label of each cell's component, row by row; -1 for a cell that is not free. Labels are below
  /// the number of cells, but not successive. Empty if there are fewer than two components.
  std::vector<std::int32_t> of;
};

/// Labels the components by joining runs of free cells of successive rows. O(cells).
CellComponents find_components(const RasterisedSpace& raster);

}  // namespace fairway
