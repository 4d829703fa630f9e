#pragma once

#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::fuzz {

/// Builds free space from a world that a reader made of `source`. Writes it in each format that can
/// store it, and reads it back. Reports a fault for any exception except InputError, or for a
/// difference.
void check_world(const TextFile& source, const WorldFile& world);

/// Whether two rasters are equal, with or without terrain. Costs of blocked cells are ignored.
bool same_cells(const WorldFile& a, const WorldFile& b);

}  // namespace fairway::fuzz
