#pragma once

#include "algorithms/freespace/raster.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Whether a segment is a legal path in a world of cells. Gives the same answer as sees(), but
/// needs no triangulation. Precondition: both ends are in free space. Exact. O(cells crossed).
bool sees_in_cells(const Raster& raster, Point from, Point to);

}  // namespace fairway
