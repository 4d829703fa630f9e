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
/// `type tiles` is the first line and `map` ends the header. The other lines of the header may have
/// any order. Empty lines and lines that begin with # are ignored. Costs: see
/// TileTable::read_line(). Row 0 is the top row, y points down. Throws InputError. Linear;
/// allocates the cells after all rows are checked.
WorldFile parse_tiles(const TextFile& source);

/// Writes a world of cells and costs as a tile world. Reading the text gives the same cells and
/// costs. Throws std::invalid_argument if there are more kinds of cells than characters.
/// Precondition: raster and terrain have the same size.
std::string format_tiles(const Raster& raster, const Terrain& terrain);

}  // namespace fairway
