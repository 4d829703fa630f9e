#pragma once

#include <array>
#include <string_view>

#include "datasets/formats/obj_file.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// `up`: the axis, "y" (if not set) or "z". `slope`: how steep a walkable face may be, in degrees,
/// 45 if not set. `heights`: LOW,HIGH: only faces wholly in this range. `step`: by how much faces
/// that meet in the plane may differ in height there, 0 if not set.
inline constexpr std::array<std::string_view, 4> kObjOptions{"up", "slope", "heights", "step"};

/// The walkable faces, seen from above: x to the right and -z (or y, if z is up) upwards. Edges
/// where two of them meet in the plane but not in height are walls of zero width. Throws InputError
/// if they overlap in the plane. Expected O(n log n).
WorldFile make_obj_world(const TextFile& source, const ObjFile& obj, const MapOptions& options);

WorldFile parse_obj(const TextFile& source, const MapOptions& options);

}  // namespace fairway
