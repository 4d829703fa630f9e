#pragma once

#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::fuzz {

/// Builds the free space of what a reader made of `source` and writes it in each format that can
/// state it. Reports where the world is refused by anything but an InputError, or where a written
/// world does not read back the same.
void check_world(const TextFile& source, const WorldFile& world);

/// Whether two rasters with or without terrain are the same but for the costs of blocked cells.
bool same_cells(const WorldFile& a, const WorldFile& b);

}  // namespace fairway::fuzz
