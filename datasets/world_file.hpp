#pragma once

#include <span>
#include <string>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// Writes a world as text for workers (docs/world-file.md): its rings and walls of zero width, and
/// the cells, faces and costs from which it was made. Reading the text gives the same world, and
/// equal worlds give equal texts. The version of the text is 2 if it states units or places, else
/// 1. Throws std::invalid_argument for more than 95 classes of cells. O(n log n + cells).
std::string format_world(const FreeSpace& space, const MapUnits& units = {},
                         std::span<const NamedPoint> places = {});

/// Reads a text of format_world(). The world is made of the cells if present, else of the faces,
/// else of the rings and walls. Throws InputError. Linear.
WorldFile parse_world_file(const TextFile& source);

}  // namespace fairway
