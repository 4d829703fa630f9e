#pragma once

#include <span>
#include <string>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// A world as the text that workers read (docs/world-file.md): its rings and walls of zero width,
/// and the cells, faces and costs it was made of. Reading the text makes the same world again, and
/// equal worlds make equal texts. With units or places it has version 2, else version 1. Throws
/// std::invalid_argument for cells of more than 95 classes, which the format cannot state. O(n log
/// n
/// + cells).
std::string format_world(const FreeSpace& space, const MapUnits& units = {},
                         std::span<const NamedPoint> places = {});

/// Reads such a text. The world is made of the cells if stated, else of the faces if stated, else
/// of the rings and walls. Throws InputError. Linear.
WorldFile parse_world_file(const TextFile& source);

}  // namespace fairway
