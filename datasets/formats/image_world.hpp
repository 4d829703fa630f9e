#pragma once

#include <array>
#include <string_view>

#include "datasets/formats/image.hpp"
#include "datasets/map_options.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// Options of image worlds. `threshold`: a pixel is free if its brightness (0 to 1) exceeds this
/// value (default: 0.5). `invert`: pixels below the threshold are free instead. `scale`: side of a
/// pixel in map units. With `scale`, the world consists of polygons, y points up, and the lower
/// left corner of the image is (0, 0). Without `scale`, the world consists of cells, with rows as
/// in the image.
inline constexpr std::array<std::string_view, 3> kImageOptions{"threshold", "invert", "scale"};

/// Makes a world from the brightness of an image (see Image). Throws InputError. Linear; with
/// `scale` also O(n log n) in the corners of the border.
WorldFile make_image_world(const TextFile& source, const Image& image, const MapOptions& options);

/// Reads a PNG image, or a PBM, PGM or PPM image, as a world.
WorldFile parse_png(const TextFile& source, const MapOptions& options);
WorldFile parse_pnm(const TextFile& source, const MapOptions& options);

}  // namespace fairway
