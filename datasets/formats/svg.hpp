#pragma once

#include <array>
#include <string_view>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// `floor`, `obstacles`, `walls` and `ignore`: selectors of elements (docs/maps.md); `tolerance` of
/// curves, in user units; `scale`: the length of a user unit.
inline constexpr std::array<std::string_view, 6> kSvgOptions{"floor",  "obstacles", "walls",
                                                             "ignore", "tolerance", "scale"};

/// Whether a text is XML whose root is 'svg'.
bool looks_like_svg(std::string_view text);

/// Reads an SVG drawing. What is filled blocks, what is only stroked is walls of zero width, the
/// rest of the drawing is free, unless the options say otherwise. y is negated, so that it runs
/// upwards. Throws InputError with the line of the element. O(n log n) in the points of flattened
/// curves. Source: W3C, "Scalable Vector Graphics (SVG) 1.1", second edition.
WorldFile parse_svg(const TextFile& source, const MapOptions& options);

}  // namespace fairway
