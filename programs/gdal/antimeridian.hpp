#pragma once

#include <optional>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway::gdal {

/// The western and eastern limit of a map of the earth, about 360 degrees apart.
struct Meridians {
  double west;
  double east;
};

/// Converts a ring of longitudes and latitudes in degrees to rings in the plane. Each side of the
/// ring goes the short way round the earth. Between the meridians, the even-odd rule on the result
/// gives the inside of the ring. Linear.
///
/// - A ring without a step of more than 180 degrees is returned unchanged.
/// - A ring that crosses the antimeridian is copied and the copies are shifted. Each part of the
///   ring lies between the meridians in one of the copies. Copies extend beyond the meridians.
/// - A ring round a pole gets additional vertices along the pole.
/// - Returns nothing if the ring goes round the earth more than once.
std::optional<std::vector<Ring>> in_the_plane(const Ring& ring, const Meridians& meridians);

}  // namespace fairway::gdal
