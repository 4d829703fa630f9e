#pragma once

#include <array>
#include <string_view>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// `object`: the names of the objects that are read, all if not set. `free`: "land" (if not set),
/// what the polygons cover, or "sea", the rest of their box.
inline constexpr std::array<std::string_view, 2> kTopoJsonOptions{"object", "free"};

/// Whether a text is an object with the type "Topology".
bool looks_like_topojson(std::string_view text);

/// Reads TopoJSON: the Polygon and MultiPolygon geometries of a topology's objects, also in
/// GeometryCollections, made of its arcs, whose steps are added up and mapped by its transform.
/// Polygons may lie over each other. A ring that crosses itself, as rounding to a lattice makes
/// them, encloses what it goes round an odd number of times. Other geometries are left out. Throws
/// InputError with the line. O(n log n). Source: the TopoJSON format specification, version 1.
WorldFile parse_topojson(const TextFile& source, const MapOptions& options);

}  // namespace fairway
