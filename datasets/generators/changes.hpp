#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "datasets/changing/changing_world.hpp"
#include "datasets/generators/generator.hpp"

namespace fairway {

/// A kind of changing world. Its world is a square of square places, each of which has room for one
/// obstacle. Obstacles may touch and share edges at the borders of places, and are never across
/// one, so that no edges cross.
using ChangesKind = GeneratorKindOf<ChangingWorld>;

/// Sides of a place: units in a world of polygons, cells in one of cells. Coordinates of polygons
/// are multiples of 1/256.
inline constexpr int kUnitsAPlace = 16;
inline constexpr int kCellsAPlace = 4;

/// All kinds, in the order shown to users.
std::span<const ChangesKind> changes_kinds();

/// The kind of that name, or null.
const ChangesKind* changes_kind(std::string_view name);

/// Generates a changing world, without file names and lines. In a world of polygons, the obstacles
/// of the beginning that a burst removes come by a first burst; the others are holes. Queries begin
/// and end off all obstacles. A burst has fewer changes where too few are possible. Only integers
/// decide. Throws std::invalid_argument as generate() does. Expected linear in places, changes,
/// queries and the vertices of obstacles.
ChangingWorld generate_changes(const ChangesKind& kind, std::uint64_t seed, int size,
                               const GeneratorSettings& settings = {});

}  // namespace fairway
