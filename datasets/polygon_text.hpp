#pragma once

#include "datasets/text.hpp"

namespace fairway {

/// Reads polygon text: optionally `[SCALE]` and a factor, then `[BORDER]` and the vertices of one
/// outline, then any number of `[OBSTACLE]` with their vertices. A vertex is a line `x y`; blank
/// lines are ignored. Rings have either orientation and do not repeat the first vertex. Coordinates
/// are multiplied by the scale. Throws InputError. Linear.
WorldFile parse_polygon_text(const TextFile& source);

}  // namespace fairway
