#pragma once

#include <cstdint>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// A resolution ladder shows how much a grid loses if its cells are large. It is a series of grids
/// (rungs) of one world of polygons. From rung to rung, the side of the cells is halved. A cell is
/// blocked unless all of it is free, so free space only grows from rung to rung.

/// The side of the square world of every ladder, in units. It is a power of two, so that the
/// corners of all cells are exact.
inline constexpr int kLadderSide = 256;

/// Makes the world of polygons of a ladder: clutter in a square of side kLadderSide.
Polygons ladder_world(std::uint64_t seed, int blocked_percent);

/// Rasterises a square world with `cells` cells per side. Throws std::invalid_argument unless
/// `cells` is a power of two.
Raster ladder_rung(const Polygons& world, int cells);

}  // namespace fairway
