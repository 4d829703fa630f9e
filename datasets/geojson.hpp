#pragma once

#include <string>

#include "datasets/text.hpp"

namespace fairway {

/// Reads GeoJSON (RFC 7946): FeatureCollection, Feature, Polygon, MultiPolygon and
/// GeometryCollection, in any nesting the standard allows. In a polygon ring 0 is an outline and
/// the others are holes; rings are closed by their first position and may turn either way; a third
/// coordinate is ignored, and so is a feature without geometry. Coordinates are taken as they are.
///
/// Also reads a bare array of rings of [x, y]: ring 0 is the outline, the others are holes, closed
/// or not. Throws InputError with the line of the ring or position. Linear.
WorldFile parse_geojson(const TextFile& source);

/// Polygons as a GeoJSON FeatureCollection with one Polygon for each outline and its holes, one
/// ring a line. Numbers are printed as the shortest text that reads back to the same double.
/// A hole goes to the smallest outline round it. Throws InvalidWorld for a hole in no outline, and
/// for walls of zero width.
/// Expected O(n log n); O(n m) where m outlines are nested in each other.
std::string format_geojson(const Polygons& polygons);

}  // namespace fairway
