#pragma once

#include <cstddef>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Drops the point `via` between neighbours a and b wherever `straight(a, via, b)` allows it, until
/// it allows no more. The ends stay. The caller answers for legality: sight in free space depends
/// on neighbouring segments too, see shortcut(). In place; at most two tests a point.
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
