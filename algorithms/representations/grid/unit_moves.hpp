#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Returns the legal moves of each cell as a mask of the first 8 kGridMoves. A diagonal move passes
/// a lattice point. It is legal if the four cells at this point are free and the four borders are
/// open. O(cells), without branches.
std::vector<std::uint8_t> unit_moves(const RasterisedSpace& raster);

}  // namespace fairway
