#pragma once

#include "datasets/text.hpp"

namespace fairway {

/// Reads polygon text: optionally `[SCALE]` and a factor, then `[BORDER]` and the vertices of one
/// outline, then any number of `[OBSTACLE]` with theirs; one `x y` a line, blank lines ignored,
/// rings not closed by a repeated vertex, either orientation. Coordinates are multiplied by the
/// scale. Throws InputError. Linear.
WorldFile parse_polygon_text(const TextFile& source);

}  // namespace fairway
