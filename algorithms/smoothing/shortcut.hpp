#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Scratch space of shortcut(), one per thread.
struct ShortcutScratch {
  /// A point that the shortened path keeps, and the segment that leads to this point.
  struct Kept {
    Location at;         ///< the point
    bool several_sides;  ///< whether free space touches the point from several sides
    bool sides_known;    ///< whether `segment` is computed
    Sight segment;       ///< result of sight() for the segment
  };
  std::vector<Kept> kept;  ///< the shortened path so far

  std::size_t memory_bytes() const { return heap_bytes(kept); }  ///< bytes on the heap, by capacity
};

/// Removes each inner point if its neighbours see each other, until no more points can be removed.
/// Start and goal stay. A legal path stays legal: a new segment meets a pinch or a wall of zero
/// width on the same side as the old segment. An illegal path may stay
/// illegal: a point in a pinch or outside free space disappears only if its neighbours see each
/// other. At most five sight tests per point.
void shortcut(const FreeSpace& space, ShortcutScratch& scratch, Path& path);

}  // namespace fairway
