#pragma once

#include <cstddef>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Removes the point `via` between its neighbours a and b if `straight(a, via, b)` is true, until
/// no more points can be removed. Start and goal stay. The caller's `straight` ensures that the
/// path stays legal: sight depends on neighbouring segments too, see shortcut(). In place. At most
/// two tests per point.
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
