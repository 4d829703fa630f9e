#pragma once

#include <string>

#include "datasets/text.hpp"

namespace fairway {

/// Reads GeoJSON (RFC 7946): FeatureCollection, Feature, Polygon, MultiPolygon, LineString,
/// MultiLineString and GeometryCollection, nested as in the standard. Ring 0 of a polygon is an
/// outline, the other rings are holes. The last position of a ring repeats the first. Either
/// orientation is accepted. Lines are walls of zero width. Points are left out, with a note. Third
/// coordinates and features without geometry are ignored. Coordinates are not projected.
/// Also reads a bare array of rings of [x, y]. Ring 0 is the outline, the others are holes. These
/// rings may repeat their first position. Throws InputError with the line of the ring or position.
/// Linear.
WorldFile parse_geojson(const TextFile& source);

/// Writes polygons as a GeoJSON FeatureCollection. Each outline and its holes are one Polygon; each
/// ring is one line of text. Each number is the shortest text that is read as the same double. A
/// hole belongs to the smallest outline around it. Throws InvalidWorld for a hole outside all
/// outlines, and for walls of zero width. Expected O(n log n); O(n m) if m outlines are nested.
std::string format_geojson(const Polygons& polygons);

}  // namespace fairway
