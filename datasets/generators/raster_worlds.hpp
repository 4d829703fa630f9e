#pragma once

#include <cstdint>

#include "algorithms/freespace/raster.hpp"
#include "datasets/moving_ai_map.hpp"

namespace fairway {

/// Free cells of generated rasters have the class kGround.

/// Adds square blocks of `block` cells per side at random positions, until at least
/// `blocked_percent` of all cells are blocked. Blocks may overlap.
Raster random_blocks(std::uint64_t seed, int size, int blocked_percent, int block);

/// Rectangular rooms with walls of one cell between them. The sides of rooms are `room` cells plus
/// or minus `spread`. Doors of `door` cells connect all rooms along a random spanning tree. Of the
/// remaining walls between two rooms, `extra_doors_percent` have a door too.
Raster rooms(std::uint64_t seed, int size, int room, int spread, int door, int extra_doors_percent);

/// A maze. Corridors are `corridor` cells wide and walls `wall` cells thick. First, a randomised
/// depth-first search makes a spanning tree of a square grid of corridor crossings. Then
/// `openings_percent` of the remaining walls between neighbouring crossings are opened, which makes
/// loops.
Raster maze(std::uint64_t seed, int size, int corridor, int wall, int openings_percent);

/// Caves: random cells, smoothed by `steps` rounds of a cellular automaton. A cell becomes blocked
/// if at least five of the nine cells of its 3 x 3 neighbourhood are blocked. With `keep_largest`
/// only the largest component stays free; its cells are connected along rows and columns.
Raster caves(std::uint64_t seed, int size, int blocked_percent, int steps, bool keep_largest);

/// A town. Streets, wide ones first, recursively split the land into blocks of about `block` cells.
/// Some blocks stay free as town squares; some have a yard with a gateway. One avenue is slanted.
Raster city(std::uint64_t seed, int size, int block, int street, int squares_percent,
            int yards_percent);

/// Sets the cells [left, right) x [top, bottom) to `value`.
void fill(Raster& raster, int left, int top, int right, int bottom, Raster::Class value);

}  // namespace fairway
