#pragma once

#include <string_view>

#include "datasets/text.hpp"
#include "datasets/tile_table.hpp"

namespace fairway {

/// The file beside a scenario that states the costs of its terrain.
inline constexpr std::string_view kFreecivRuleset = "classic-terrain.ruleset";

/// Reads a Freeciv scenario or saved game (format 3): the rows `t0000="..."`, `t0001=...` of its
/// section [map], one character a tile. Costs are those of kFreecivRuleset beside the file. Land is
/// one class and sea another; terrain of cost 0 is blocked. The plane does not wrap, whatever
/// topology the file states. Throws InputError, also if the ruleset is missing or faulty.
WorldFile parse_freeciv(const TextFile& source);
/// Reads the same with the tiles of a ruleset that is already read.
WorldFile parse_freeciv(const TextFile& source, const TileTable& table);

/// The tiles of a Freeciv terrain ruleset: `identifier`, `class` ("Land" or "Oceanic") and
/// `movement_cost` of each section [terrain_...]. Throws InputError.
TileTable parse_freeciv_ruleset(const TextFile& source);

}  // namespace fairway
