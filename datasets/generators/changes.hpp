#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "datasets/changing/changing_world.hpp"
#include "datasets/generators/generator.hpp"

namespace fairway {

/// A kind of changing world. The world is a square of square places, each with room for one
/// obstacle. Obstacles may touch and share edges at the borders of places. They never cross these
/// borders, so no edges cross.
using ChangesKind = GeneratorKindOf<ChangingWorld>;

/// The side of a place. kUnitsAPlace is the side in units in a world of polygons, kCellsAPlace the
/// side in cells in a world of cells. Coordinates of polygons are multiples of 1/256.
inline constexpr int kUnitsAPlace = 16;
inline constexpr int kCellsAPlace = 4;

/// All kinds, in the order of the help.
std::span<const ChangesKind> changes_kinds();

/// The kind with this name, or null.
const ChangesKind* changes_kind(std::string_view name);

/// Generates a changing world, without file names and line numbers. The ends of queries are never
/// inside an obstacle. A burst has fewer changes than requested if too few are possible. All
/// decisions use integers. In a world of polygons, a first burst adds the initial obstacles that
/// later bursts remove. All other initial obstacles are holes of the polygons. Throws
/// std::invalid_argument for an invalid size, parameter or value. Expected linear in places,
/// changes, queries and the vertices of obstacles.
ChangingWorld generate_changes(const ChangesKind& kind, std::uint64_t seed, int size,
                               const GeneratorSettings& settings = {});

}  // namespace fairway
