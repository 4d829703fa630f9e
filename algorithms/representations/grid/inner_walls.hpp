#pragma once

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Whether a wall separates two free cells that share a side. O(cells).
bool has_inner_walls(const RasterisedSpace& raster);

}  // namespace fairway
