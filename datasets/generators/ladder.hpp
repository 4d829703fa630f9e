#pragma once

#include <cstdint>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// A resolution ladder shows what a grid loses by its resolution: one world of polygons, rastered
/// with cells of half the side from rung to rung. A cell is blocked unless all of it is free, so
/// free space only grows on the way up.

/// Side of the square world of every ladder, in units: a power of two, so that all cells of all
/// rungs have exact corners.
inline constexpr int kLadderSide = 256;

/// The world of a seed: clutter.
Polygons ladder_world(std::uint64_t seed, int blocked_percent);

/// A square world rastered with `cells` cells a side. Throws std::invalid_argument unless `cells`
/// is a power of two.
Raster ladder_rung(const Polygons& world, int cells);

}  // namespace fairway
