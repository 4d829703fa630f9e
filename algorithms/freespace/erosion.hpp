#pragma once

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Tangents at steps of at most pi / 16 replace arcs round corners. What they cut off extends at
/// most this share of the radius: 1 / cos(pi / 32) - 1, rounded up.
inline constexpr double kErosionLoss = 0.00484;

/// The places for the centre of a disc. All are at least `radius` from every wall; all points at
/// (1 + kErosionLoss) * radius or more are included. Away from corners that is so for `radius`
/// itself, to 1e-12 of the world's size. Passages up to 2 radius wide close; radius 0 keeps the
/// walls. Throws InvalidWorld if nothing is left, std::invalid_argument if the radius is negative
/// or not finite. Expected O((n + k) log n) for k crossings of offset edges.
FreeSpace eroded(const FreeSpace& space, double radius);

}  // namespace fairway
