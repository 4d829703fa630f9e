#pragma once

#include <cstdint>
#include <string_view>

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

/// The name of the part of the free space for which methods in an eroded world pay.
inline constexpr std::string_view kErosionName = "erosion";

/// An eroded world and the time of eroding.
struct TimedErosion {
  FreeSpace space;
  /// Includes the parts of the original world that eroding reads. Excludes the parts of the eroded
  /// world, which count for themselves.
  std::int64_t nanoseconds = 0;
};
/// The same as eroded(). Precondition: the radius is above 0.
TimedErosion timed_erosion(const FreeSpace& space, double radius);

}  // namespace fairway
