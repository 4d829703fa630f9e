#pragma once

#include <cstddef>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Replaces two consecutive segments by the straight one between their outer ends wherever
/// `straight(a, via, b)` allows it, until no replacement is possible: a and b are the outer ends,
/// via the point that would be dropped. The ends stay; the path becomes no longer. Whoever allows a
/// segment answers for the legality of the whole: see shortcut() for sight in free space, where
/// that depends on the neighbours of the segment. At most two tests a point, in place.
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
