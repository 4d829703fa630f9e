#pragma once

#include <string>

#include "algorithms/freespace/raster.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// Classes of a Moving AI map's cells: ground ('.', 'G', 'S'), and water ('W'), which is reached
/// from water only. '@', 'O' and 'T' are blocked.
inline constexpr Raster::Class kGround = 1;
inline constexpr Raster::Class kWater = 2;

/// Reads a Moving AI `.map`: a header of `type octile`, `height H`, `width W`, `map`, then H rows
/// of W cells. Throws InputError. Linear; allocates the cells only after all rows are found sound.
/// Source: N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 4 (2012).
WorldFile parse_moving_ai_map(const TextFile& source);

/// A raster as a Moving AI `.map`: '.' for ground, 'W' for water, '@' for blocked. Throws
/// std::invalid_argument for a class that the format has no letter for.
std::string format_moving_ai_map(const Raster& raster);

}  // namespace fairway
