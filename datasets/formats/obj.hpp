#pragma once

#include <array>
#include <string_view>

#include "datasets/formats/obj_file.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// `up`: the upward axis, "y" (default) or "z". `slope`: maximum slope of a walkable face in
/// degrees (default: 45). `heights`: LOW,HIGH keeps only faces completely in this range of heights.
/// `step`: two faces that share a border in the plane are connected if their heights at the border
/// differ by at most this value (default: 0).
inline constexpr std::array<std::string_view, 4> kObjOptions{"up", "slope", "heights", "step"};

/// Makes a world of the walkable faces, seen from above. x points right in the plane. If y is the
/// upward axis, -z points up in the plane. If z is the upward axis, y points up in the plane. Edges
/// where two faces meet in the plane but not in height are walls of zero width. Throws InputError
/// if faces overlap in the plane. Expected O(n log n).
WorldFile make_obj_world(const TextFile& source, const ObjFile& obj, const MapOptions& options);

WorldFile parse_obj(const TextFile& source, const MapOptions& options);

}  // namespace fairway
