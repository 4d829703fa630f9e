#pragma once

#include <array>
#include <string_view>

#include "datasets/formats/dxf_drawing.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// `floor`, `obstacles` and `layers`: names of layers whose closed outlines are free, whose closed
/// outlines are blocked, and whose lines are walls. `close`: how far apart ends may be that are
/// joined. `tolerance`: of curves. `scale`: what coordinates are multiplied by. `unit`: the unit of
/// the world's lengths, if the header does not state it or is wrong.
inline constexpr std::array<std::string_view, 7> kDxfOptions{
    "floor", "obstacles", "layers", "close", "tolerance", "scale", "unit"};

/// The world of a drawing. Free is what is inside some outline of `floor`, or in the box of all
/// that is read if there is no `floor`, and in no obstacle. Throws InputError. Expected O((n + k)
/// log n) for k meetings of lines.
WorldFile make_dxf_world(const TextFile& source, const DxfDrawing& drawing,
                         const MapOptions& options);

WorldFile parse_dxf(const TextFile& source, const MapOptions& options);

}  // namespace fairway
