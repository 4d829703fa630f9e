#pragma once

#include <array>
#include <string_view>

#include "datasets/formats/osm_data.hpp"
#include "datasets/map_options.hpp"

namespace fairway {

/// `box`: the least longitude and latitude and the greatest, in degrees. `obstacles`: which of
/// building, barrier and water are blocked; all if not set.
inline constexpr std::array<std::string_view, 2> kOsmOptions{"box", "obstacles"};

/// Whether a text is OSM XML or OSM PBF.
bool begins_as_osm(std::string_view text);

/// The world of an OpenStreetMap extract, in metres: its box, without buildings and areas of water,
/// with barriers as walls of zero width. Throws InputError. O((n + k) log n) for n nodes of
/// obstacles and k crossings.
WorldFile make_osm_world(const TextFile& source, const OsmData& data, const MapOptions& options);

/// Reads OSM XML or OSM PBF: the latter if it begins so, or if the file's name ends with .pbf.
WorldFile parse_osm(const TextFile& source, const MapOptions& options);

}  // namespace fairway
