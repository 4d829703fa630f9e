#pragma once

#include <cstdint>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Largest distance beyond the radius that eroded() keeps from a corner, as a share of the radius.
/// Tangents at steps of at most pi / 16 replace arcs. So the share is 1 / cos(pi / 32) - 1, rounded
/// up.
inline constexpr double kErosionLoss = 0.00484;

/// Returns the places for the centre of a disc. All of them are at least `radius` from every wall.
/// The result contains all points at a distance of at least (1 + kErosionLoss) * radius. Away from
/// corners, a distance of `radius` suffices, up to 1e-12 of the world's size. Passages of width up
/// to 2 * radius close. Radius 0 returns the world unchanged. Throws InvalidWorld if no free space
/// is left. Throws std::invalid_argument if the radius is negative or not finite. Expected O((n +
/// k) log n) for k crossings of offset edges.
FreeSpace eroded(const FreeSpace& space, double radius);

/// Name of the erosion in the list of the parts of a world. Methods share the time and memory of
/// these parts.
inline constexpr std::string_view kErosionName = "erosion";

/// An eroded world and the time of the erosion.
struct TimedErosion {
  FreeSpace space;  ///< the eroded world
  /// Time of the erosion, with the parts of the original world that it reads. The parts of the
  /// eroded world are not included; made_parts() lists them.
  std::int64_t nanoseconds = 0;
};
/// Like eroded(). Precondition: the radius is above 0.
TimedErosion timed_erosion(const FreeSpace& space, double radius);

}  // namespace fairway
