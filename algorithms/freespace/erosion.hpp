#pragma once

#include <cstdint>
#include <string_view>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Erosion replaces the arc around a corner by tangents. It therefore removes points at a distance
/// of up to (1 + kErosionLoss) * radius from the corner. The angle between two successive tangents
/// is at most pi / 16. So the loss is 1 / cos(pi / 32) - 1, rounded up.
inline constexpr double kErosionLoss = 0.00484;

/// Returns the free space for the centre of a disc of this radius. Each point of the result is at
/// least `radius` from every wall. The result contains each point that is at least (1 +
/// kErosionLoss) * radius from every wall. Away from corners, it contains each point that is at
/// least `radius` from every wall, up to 1e-12 of the world's size. Passages of width up to 2 *
/// radius close. Radius 0 returns the world unchanged. Throws InvalidWorld if no free space is
/// left. Throws std::invalid_argument if the radius is negative or not finite. Expected O((n + k)
/// log n) for k crossings of offset edges.
FreeSpace eroded(const FreeSpace& space, double radius);

/// Lists of a world's parts show the erosion under this name. Every method in an eroded world
/// counts the time and memory of the erosion.
inline constexpr std::string_view kErosionName = "erosion";

/// An eroded world and the time of the erosion.
struct TimedErosion {
  FreeSpace space;  ///< the eroded world
  /// Time of the erosion, including the build time of the parts of the original world that the
  /// erosion reads. The time of the eroded world's own parts is not included; see made_parts().
  std::int64_t nanoseconds = 0;
};
/// Like eroded(), but measures the time. Precondition: the radius is above 0.
TimedErosion timed_erosion(const FreeSpace& space, double radius);

}  // namespace fairway
