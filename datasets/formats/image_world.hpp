#pragma once

#include <array>
#include <string_view>

#include "datasets/formats/image.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// `threshold`, from 0 to 1, 0.5 if not set: a pixel brighter than that is free, or darker than
/// that if `invert` is true. `scale`: the length of a pixel; the world is then polygons, y up, with
/// the image's lower left corner in (0, 0). Without it the world is cells, rows as in the image.
inline constexpr std::array<std::string_view, 3> kImageOptions{"threshold", "invert", "scale"};

/// The world of an image, by its brightness (see Image). Throws InputError. Linear, and O(n log n)
/// in the corners of the border with a scale.
WorldFile make_image_world(const TextFile& source, const Image& image, const MapOptions& options);

/// Reads a PNG image as a world, and a PBM, PGM or PPM image.
WorldFile parse_png(const TextFile& source, const MapOptions& options);
WorldFile parse_pnm(const TextFile& source, const MapOptions& options);

}  // namespace fairway
