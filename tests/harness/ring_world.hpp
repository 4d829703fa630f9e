#pragma once

#include <cmath>

#include "algorithms/freespace/free_space.hpp"
#include "harness/records/records.hpp"

namespace fairway::test {

/// A square of side 10 with a square hole from (4, 4) to (6, 6).
inline FreeSpace ring_world() {
  Polygons polygons;
  polygons.parts.push_back({{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true});
  polygons.parts.push_back({{{4, 4}, {4, 6}, {6, 6}, {6, 4}}, false});
  return FreeSpace::from_polygons(polygons);
}

/// A query from one side of the hole to the other. Its optimum turns at (4, 6) and (6, 6).
inline QueryRecord query_past_the_hole() {
  QueryRecord q;
  q.query = {{1, 5}, {9, 5}};
  q.optimum = 2 * std::sqrt(10.0) + 2;
  return q;
}

}  // namespace fairway::test
