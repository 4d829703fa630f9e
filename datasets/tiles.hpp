#pragma once

#include <string>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/terrain.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// Reads a tile world, a `.tiles` file:
///
///   type tiles
///   height H
///   width W
///   cost C NUMBER [CLASS]
///   ...
///   map
///   H rows of W characters
///
/// `type tiles` is the first line and `map` ends the header; between them the order is free, and
/// empty lines and those that begin with # mean nothing. Costs: see TileTable::read_line. Row 0 is
/// the top row, y runs down. Throws InputError. Linear; allocates the cells only after all rows are
/// found sound.
WorldFile parse_tiles(const TextFile& source);

/// A world of cells and costs as a tile world that reads back the same. Throws
/// std::invalid_argument if there are more kinds of cells than characters. Precondition: raster and
/// terrain have the same size.
std::string format_tiles(const Raster& raster, const Terrain& terrain);

}  // namespace fairway
