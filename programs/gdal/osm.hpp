#pragma once

#include <string_view>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::gdal {

/// Whether a text is OSM XML or OSM PBF.
bool begins_as_osm(std::string_view text);

/// The world of an OpenStreetMap extract, in metres. Free space is the box without buildings and
/// areas of water. Barriers are walls of zero width. Throws InputError. O((n + k) log n) for n
/// nodes of obstacles and k crossings. Options:
///
/// - `box`: least longitude, least latitude, greatest longitude, greatest latitude, in degrees
/// - `obstacles`: blocked kinds, among building, barrier and water (default: all)
///
/// This reader does not use GDAL's driver, for two reasons. If a way lacks nodes, the driver
/// silently closes the way's outline without them. If nodes are not in order, the driver finds no
/// buildings.
WorldFile read_osm(const TextFile& source, const MapOptions& options);

}  // namespace fairway::gdal
