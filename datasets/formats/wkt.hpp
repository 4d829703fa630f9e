#pragma once

#include <string_view>

#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// Whether a text begins with the name of a geometry of well-known text, or with SRID=.
bool begins_as_wkt(std::string_view text);

/// Reads one or several geometries in well-known text: POLYGON, MULTIPOLYGON, LINESTRING,
/// MULTILINESTRING and GEOMETRYCOLLECTION. Collections may be nested. Free space is the union of
/// the polygons; lines are walls of zero width. Points, and third and fourth coordinates, are
/// ignored. Throws InputError with the line, also for an invalid polygon. O(n log n). Source: OGC
/// 06-103r4, "Simple feature access, part 1", section 7.
WorldFile parse_wkt(const TextFile& source);

}  // namespace fairway
