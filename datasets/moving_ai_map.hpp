#pragma once

#include <span>
#include <string>

#include "algorithms/freespace/raster.hpp"
#include "datasets/text.hpp"
#include "datasets/tile_table.hpp"

namespace fairway {

/// Reads a Moving AI `.map`. The lines of the header are `type octile`, `height H`, `width W` and
/// `map`; H rows of W cells follow. '.', 'G' and 'S' are ground. 'W' is water. '@', 'O' and 'T' are
/// blocked. If `table` is not null, it defines all classes and costs of cells. Throws InputError.
/// Linear; allocates the cells after all rows are checked. Source: N. R. Sturtevant, "Benchmarks
/// for Grid-Based Pathfinding", IEEE TCIAIG 4 (2012).
WorldFile parse_moving_ai_map(const TextFile& source, const TileTable* table = nullptr);

/// The tiles of a map that is read without a cost table.
const TileTable& moving_ai_cells();

/// The size of a map.
struct MapSize {
  int width = 0;
  int height = 0;
};

/// Reads the lines `height H` and `width W`, in either order. Throws InputError.
MapSize parse_map_size(const TextFile& source, LineReader& lines);

/// Appends the letters of cells: '.' for ground, 'W' for water, '@' for blocked. Throws
/// std::invalid_argument for a class without a letter in the format.
void append_cells(std::string& text, std::span<const Raster::Class> cells);

/// Writes a raster as a Moving AI `.map`. Throws like append_cells().
std::string format_moving_ai_map(const Raster& raster);

}  // namespace fairway
