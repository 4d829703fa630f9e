#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

struct ShortcutScratch {
  /// A kept point and the segment that leads to it.
  struct Kept {
    Location at;
    bool several_sides;  ///< the sides of segments matter at this point
    bool sides_known;
    Sight segment;
  };
  std::vector<Kept> kept;

  std::size_t memory_bytes() const { return heap_bytes(kept); }
};

/// Drops points whose neighbours see each other, to a fixpoint. The ends stay. A new segment keeps
/// the sides of the old ones at inner points, so that a legal path stays legal: it slips through no
/// pinch and past no wall of zero width. On an illegal path, a point where it squeezes or leaves
/// free space stays unless its neighbours see each other. At most five sight tests a point.
void shortcut(const FreeSpace& space, ShortcutScratch& scratch, Path& path);

}  // namespace fairway
