#pragma once

#include "algorithms/freespace/raster.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Whether a segment is a legal path in a world of cells, as sees() tells of points located in its
/// triangulation. Exact. O(cells crossed). Precondition: both ends are in free space.
bool sees_in_cells(const Raster& raster, Point from, Point to);

}  // namespace fairway
