#pragma once

#include <string_view>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::gdal {

/// Whether a text is OSM XML or OSM PBF.
bool begins_as_osm(std::string_view text);

/// The world of an OpenStreetMap extract, in metres: its box, without buildings and areas of water,
/// with barriers as walls of zero width. Options: `box`, the least longitude and latitude and the
/// greatest, in degrees; `obstacles`, which of building, barrier and water are blocked (default:
/// all). Throws InputError. O((n + k) log n) for n nodes of obstacles and k crossings.
///
/// GDAL's driver is not used: it makes a whole outline of a way that lacks nodes, which leaves out
/// part of its border in silence, and finds no building in a file whose nodes are not in order.
WorldFile read_osm(const TextFile& source, const MapOptions& options);

}  // namespace fairway::gdal
