#pragma once

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Components of the free cells, joined across open borders. Linear: runs of rows are joined.
int count_components(const RasterisedSpace& raster);

}  // namespace fairway
