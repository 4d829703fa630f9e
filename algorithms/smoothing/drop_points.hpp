#pragma once

#include <cstddef>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Shortens a path in place. Removes an inner point `via` between its neighbours a and b if
/// straight(a, via, b) is true, until no more points can be removed. Also removes repeated points.
/// Start and goal stay. At most two calls of `straight` per point. `straight` must be true only if
/// the shorter path is legal. At a pinch, sight from a to b is not enough; see shortcut().
template <class Straight>
void drop_points(Path& path, Straight straight) {
  std::size_t kept = 0;
  for (const Point next : path) {
    if (kept > 0 && path[kept - 1] == next) continue;
    path[kept++] = next;
    while (kept >= 3 && straight(path[kept - 3], path[kept - 2], path[kept - 1])) {
      path[kept - 2] = path[kept - 1];
      --kept;
      if (path[kept - 2] == path[kept - 1]) --kept;
    }
  }
  path.resize(kept);
}

}  // namespace fairway
