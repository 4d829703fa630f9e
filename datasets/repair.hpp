#pragma once

#include <cstddef>
#include <string>

#include "algorithms/freespace/world_input.hpp"

namespace fairway {

/// What a repair changed.
struct RepairReport {
  bool changed = false;
  std::size_t repeated_points = 0;  ///< consecutive repetitions dropped
  std::size_t dropped_rings = 0;    ///< rings of fewer than three points dropped
  std::size_t crossings = 0;        ///< edges cut in new points, where others crossed them
  std::size_t touches = 0;          ///< edges cut in vertices of others that lie on them
  std::size_t dissolved_edges = 0;  ///< edges dropped: spikes, overlaps, what lies outside
  std::size_t rings_before = 0;
  std::size_t rings_after = 0;

  /// One sentence for a person.
  std::string summary() const;
};

/// Makes polygons a valid world: free is what an odd number of windings of some outline encloses
/// and of no hole does. All edges are cut where they cross or touch (a crossing is rounded to
/// doubles, and again, until none is left), edges that do not part free from blocked are dropped,
/// and the rest is traced into simple rings. Walls and what is valid already stay as they are.
/// Throws InvalidWorld where nothing free is left or the result is still invalid. Expected O((n +
/// k) log n) for k crossings. Source: the cutting is snap rounding without a grid; the sides are
/// found by a plane sweep (M. de Berg et al., "Computational Geometry", chapter 2).
Polygons repair(const Polygons& polygons, RepairReport& report);

}  // namespace fairway
