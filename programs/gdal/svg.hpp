#pragma once

#include <gdal_priv.h>

#include <string_view>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::gdal {

/// Whether a text has the element <svg> near its beginning.
bool looks_like_svg(std::string_view text);

/// The world of an SVG drawing. The script fairway-svg flattens curves and gives each shape a role.
/// Precondition: the script is beside this program. Throws InputError with the message that the
/// script writes.
WorldFile read_svg(const TextFile& source, const MapOptions& options);

}  // namespace fairway::gdal
