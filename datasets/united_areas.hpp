#pragma once

#include <span>
#include <string>
#include <vector>

#include "datasets/overlay.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// The world of overlay(areas, walls), with notes on the changes that overlay() made. Throws
/// InputError if no free space is left, or if overlay() throws InvalidWorld. Expected O((n + k) log
/// n) for k crossings.
WorldFile unite(const TextFile& source, std::span<const Area> areas,
                std::span<const Polygons::Segment> walls, std::vector<std::string> notes);

}  // namespace fairway
