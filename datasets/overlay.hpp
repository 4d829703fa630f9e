#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// An area that a map states by rings: what they go round an odd number of times, together.
struct Area {
  std::vector<Ring> rings;
  bool free = false;  ///< else blocked
};

/// What was changed to make areas and walls a valid world.
struct OverlayReport {
  std::size_t repeated_points = 0;  ///< dropped repetitions of the previous point
  std::size_t dropped_rings = 0;    ///< dropped rings of fewer than three points
  std::size_t crossings = 0;        ///< edges split at crossings with other edges
  std::size_t touches = 0;          ///< edges split at vertices of others that lie on them
  std::size_t dissolved_edges = 0;  ///< dropped edges: spikes, overlaps, and those outside
  std::size_t dropped_walls = 0;    ///< pieces of walls outside free space or on its border
};

/// Free is what is inside some free area and no blocked one; areas may overlap. Walls of zero width
/// may cross all, and are kept where they lie in free space. All edges are split where they cross
/// or touch; as crossings are rounded to doubles, this is repeated until none is left. The result
/// is simple rings, as trace_rings() makes them, perhaps none. Throws InvalidWorld if the splitting
/// does not end. Expected O((n + k) log n) for k crossings. Source: the splitting is snap rounding
/// without a grid; the sides are found by a plane sweep (M. de Berg et al., "Computational
/// Geometry", chapter 2).
Polygons overlay(std::span<const Area> areas, std::span<const Polygons::Segment> walls,
                 OverlayReport& report);

}  // namespace fairway
