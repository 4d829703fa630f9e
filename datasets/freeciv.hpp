#pragma once

#include <string_view>

#include "datasets/text.hpp"
#include "datasets/tile_table.hpp"

namespace fairway {

/// The file with terrain costs, beside a scenario.
inline constexpr std::string_view kFreecivRuleset = "classic-terrain.ruleset";

/// Reads a Freeciv scenario or saved game (format 3). The section [map] has the rows `t0000="..."`,
/// `t0001=...` with one character per tile. The file kFreecivRuleset in the same folder has the
/// costs. Land and sea are different classes; terrain of cost 0 is blocked. The plane does not
/// wrap, even if the file states a topology that wraps. Throws InputError, also for a missing or
/// faulty ruleset.
WorldFile parse_freeciv(const TextFile& source);
/// Like parse_freeciv(source), but with the tiles of `table` instead of a ruleset file.
WorldFile parse_freeciv(const TextFile& source, const TileTable& table);

/// The tiles of a Freeciv terrain ruleset: `identifier`, `class` ("Land" or "Oceanic") and
/// `movement_cost` of each section [terrain_...]. Throws InputError.
TileTable parse_freeciv_ruleset(const TextFile& source);

}  // namespace fairway
