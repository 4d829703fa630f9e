#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Scratch space of shortcut(), one per thread.
struct ShortcutScratch {
  /// A kept point and the segment that leads to it.
  struct Kept {
    Location at;         ///< the point
    bool several_sides;  ///< whether a path can squeeze through at this point
    bool sides_known;    ///< whether `segment` is computed
    Sight segment;       ///< sight along the segment
  };
  std::vector<Kept> kept;  ///< the path as shortened so far

  std::size_t memory_bytes() const { return heap_bytes(kept); }  ///< bytes on the heap, by capacity
};

/// Removes points whose neighbours see each other, until no more can be removed. Start and goal
/// stay. A legal path stays legal: at inner points, a new segment keeps the sides of the old
/// segments. So the path does not squeeze through a pinch or past a wall of zero width. At a point
/// where an illegal path squeezes or leaves free space, the point stays unless its neighbours see
/// each other. At most five sight tests per point.
void shortcut(const FreeSpace& space, ShortcutScratch& scratch, Path& path);

}  // namespace fairway
