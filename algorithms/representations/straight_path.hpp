#pragma once

#include "algorithms/representations/representation.hpp"

namespace fairway {

/// Writes the path from the start through position(v) of each vertex v to the goal. Omits repeated
/// points.
void draw_straight(const FoundPath& found, auto&& position, Path& path) {
  path.assign(1, found.start.point);
  for (const Vertex v : found.vertices) append_distinct(path, position(v));
  append_distinct(path, found.goal.point);
}

}  // namespace fairway
