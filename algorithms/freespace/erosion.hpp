#pragma once

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Arcs round corners are replaced by tangents to them at steps of pi / 16 at most; what they cut
/// off is no farther than this share of the radius: 1 / cos(pi / 32) - 1, rounded up.
inline constexpr double kErosionLoss = 0.00484;

/// The places in free space where the centre of a disc may be: every point of the result is at
/// least `radius` away from every wall. It holds every point that is (1 + kErosionLoss) * radius
/// away, and to 1e-12 of the world's size all that are `radius` away from walls and cannot be
/// reached by a corner. Passages of width 2 radius and narrower close. Throws InvalidWorld where
/// nothing is left, std::invalid_argument for a radius that is negative or not finite. Radius 0
/// gives the same walls. Expected O((n + k) log n), where k offset edges cross.
FreeSpace eroded(const FreeSpace& space, double radius);

}  // namespace fairway
