#pragma once

#include <string_view>

#include "datasets/text.hpp"
#include "datasets/tile_table.hpp"

namespace fairway {

/// The file, beside a scenario, that tells what its terrain costs.
inline constexpr std::string_view kFreecivRuleset = "classic-terrain.ruleset";

/// Reads a Freeciv scenario or saved game (format 3): the rows `t0000="..."`, `t0001=...` of its
/// section [map], one character a tile, with the costs of kFreecivRuleset beside it. Land is one
/// class and sea another; terrain that costs 0 is a wall. The plane does not wrap, whatever the
/// file's topology says. Throws InputError, also where the ruleset is missing or has a fault.
WorldFile parse_freeciv(const TextFile& source);
/// The same with the tiles of a ruleset that is at hand.
WorldFile parse_freeciv(const TextFile& source, const TileTable& table);

/// The tiles of a Freeciv terrain ruleset: `identifier`, `class` ("Land" or "Oceanic") and
/// `movement_cost` of each section [terrain_...]. Throws InputError.
TileTable parse_freeciv_ruleset(const TextFile& source);

}  // namespace fairway
