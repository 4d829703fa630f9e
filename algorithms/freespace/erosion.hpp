#pragma once

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The free space of a disc of the given radius, as the places where its centre may be: every point
/// of it is at least `radius` from every wall. Corners that a disc rounds are cut by tangents, so
/// that what is lost lies within kErosionLoss * radius of what is kept. Passages narrower than
/// 2 radius close. Throws InvalidWorld where nothing is left, std::invalid_argument for a radius
/// that is negative or not finite. Radius 0 gives an equal world.
FreeSpace eroded(const FreeSpace& space, double radius);

}  // namespace fairway
