#pragma once

#include <cstddef>
#include <string>

#include "algorithms/freespace/world_input.hpp"
#include "datasets/overlay.hpp"

namespace fairway {

/// The changes of a repair.
struct RepairReport {
  bool changed = false;
  OverlayReport overlay;
  std::size_t rings_before = 0;
  std::size_t rings_after = 0;

  /// The changes in one sentence.
  std::string summary() const;
};

/// Turns polygons into a valid world. A point is free if some outline encloses it an odd number of
/// times and no hole does so (see overlay()). Walls and valid polygons are unchanged. Throws
/// InvalidWorld if no free space is left or the result is still invalid. Expected O((n + k) log n)
/// for k crossings.
Polygons repair(const Polygons& polygons, RepairReport& report);

}  // namespace fairway
