#pragma once

#include <cstdint>

#include "algorithms/freespace/raster.hpp"
#include "datasets/moving_ai_map.hpp"

namespace fairway {

/// Generated rasters have free cells of one class, kGround.

/// Square blocks of `block` cells a side strewn at random, overlapping, until `blocked_percent` of
/// all cells are blocked (one block more at most).
Raster random_blocks(std::uint64_t seed, int size, int blocked_percent, int block);

/// Rectangular rooms with walls of one cell between them. Sides vary by up to `spread` cells around
/// `room`. Doors of `door` cells join the rooms along a random spanning tree; of all other walls
/// between two rooms `extra_doors_percent` have a door as well.
Raster rooms(std::uint64_t seed, int size, int room, int spread, int door, int extra_doors_percent);

/// A perfect maze (a spanning tree of its places by randomised depth-first search) with corridors
/// of `corridor` cells and walls of `wall` cells; of the walls that are left between neighbouring
/// places `openings_percent` are opened, which makes loops.
Raster maze(std::uint64_t seed, int size, int corridor, int wall, int openings_percent);

/// Caves: random cells smoothed by `steps` rounds of a cellular automaton (a cell becomes blocked
/// where five or more of the nine cells around and under it are). With `keep_largest` only the
/// largest component that moves along rows and columns connect is left free.
Raster caves(std::uint64_t seed, int size, int blocked_percent, int steps, bool keep_largest);

/// A town: land split again and again by streets, wide ones first, into blocks of about `block`
/// cells; some blocks are squares, some have a yard with a gateway; one avenue runs aslant.
Raster city(std::uint64_t seed, int size, int block, int street, int squares_percent,
            int yards_percent);

/// The same world with every cell as `factor` by `factor` cells. Precondition: factor >= 1.
Raster upscale(const Raster& raster, int factor);

}  // namespace fairway
