#pragma once

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Whether the raster has two free cells that share a side and are separated by a wall. O(cells).
bool has_inner_walls(const RasterisedSpace& raster);

}  // namespace fairway
