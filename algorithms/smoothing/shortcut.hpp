#pragma once

#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Scratch space of shortcut.
struct ShortcutScratch {
  /// A point that is kept, and the segment that reaches it from the kept point before.
  struct Kept {
    Location at;
    bool several_sides;  ///< the segment's sides matter at this point
    bool sides_known;
    Sight segment;
  };
  std::vector<Kept> kept;
};

/// Drops every point whose two neighbours see each other, to a fixpoint. The ends stay. A point is
/// dropped only where the new segment leaves and reaches inner points of the path on the same sides
/// as before, so that a legal path stays legal: it slips through no pinch and past no wall of zero
/// width. A path may be illegal: a point at which it squeezes, or beside which it leaves free
/// space, is kept where its neighbours do not see each other. At most five sight tests a point.
void shortcut(const FreeSpace& space, ShortcutScratch& scratch, Path& path);

}  // namespace fairway
