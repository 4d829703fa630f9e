#pragma once

#include <optional>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway::gdal {

/// The longitudes between which a map of the earth lies, about 360 degrees apart.
struct Meridians {
  double west;
  double east;
};

/// A ring of longitudes and latitudes in degrees, whose sides are the short way round the earth, as
/// rings in the plane: what they go round an odd number of times between the meridians is what the
/// ring encloses. A ring without a step of more than 180 degrees is itself. One that crosses the
/// antimeridian becomes a copy for each side, which reaches beyond the meridians. One that goes
/// round a pole is led along it. Nothing if it goes round the earth more than once. Linear.
std::optional<std::vector<Ring>> in_the_plane(const Ring& ring, const Meridians& meridians);

}  // namespace fairway::gdal
