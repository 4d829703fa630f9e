#pragma once

#include <cstddef>
#include <string>

#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// The changes that a repair made.
struct RepairReport {
  bool changed = false;
  std::size_t repeated_points = 0;  ///< dropped repetitions of the previous point
  std::size_t dropped_rings = 0;    ///< dropped rings of fewer than three points
  std::size_t crossings = 0;        ///< edges split at crossings with other edges
  std::size_t touches = 0;          ///< edges split at vertices of others that lie on them
  std::size_t dissolved_edges = 0;  ///< dropped edges: spikes, overlaps, and those outside
  std::size_t rings_before = 0;
  std::size_t rings_after = 0;

  /// One sentence for people.
  std::string summary() const;
};

/// Makes polygons a valid world. Free is what some outline winds around an odd number of times and
/// no hole does. First all edges are split where they cross or touch; as crossings are rounded to
/// doubles, this is repeated until none is left. Then edges that do not separate free from blocked
/// are dropped, and the others are traced into simple rings. Walls and valid polygons are not
/// changed. Throws InvalidWorld if nothing free is left or the result is still invalid. Expected
/// O((n + k) log n) for k crossings. Source: the splitting is snap rounding without a grid; the
/// sides are found by a plane sweep (M. de Berg et al., "Computational Geometry", chapter 2).
Polygons repair(const Polygons& polygons, RepairReport& report);

}  // namespace fairway
