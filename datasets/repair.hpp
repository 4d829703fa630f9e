#pragma once

#include <cstddef>
#include <string>

#include "algorithms/freespace/world_input.hpp"
#include "datasets/overlay.hpp"

namespace fairway {

/// The changes that a repair made.
struct RepairReport {
  bool changed = false;
  OverlayReport overlay;
  std::size_t rings_before = 0;
  std::size_t rings_after = 0;

  /// One sentence for people.
  std::string summary() const;
};

/// Makes polygons a valid world. Free is what some outline winds around an odd number of times and
/// no hole does (see overlay()). Walls and valid polygons are not changed. Throws InvalidWorld if
/// nothing free is left or the result is still invalid. Expected O((n + k) log n) for k crossings.
Polygons repair(const Polygons& polygons, RepairReport& report);

}  // namespace fairway
