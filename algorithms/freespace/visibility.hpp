#pragma once

#include <array>
#include <cstdint>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The sides on which a segment leaves or reaches an end point. It matters only where a point
/// belongs to several: at a vertex the corners (their numbers), on a wall of zero width its sides
/// (their half-edges); elsewhere a point has one side, kOnlySide. At most two, sorted.
struct Sides {
  static constexpr std::int32_t kNone = -2;
  static constexpr std::int32_t kOnlySide = -1;
  std::array<std::int32_t, 2> side{kNone, kNone};
  friend bool operator==(const Sides&, const Sides&) = default;
};

struct Sight {
  bool visible = false;
  Sides from;
  Sides to;
};

/// Whether the straight segment between two points is a legal path: touching and sliding along
/// walls is, passing through a pinch or a wall is not. Exact; symmetric. O(triangles crossed).
/// False where an end is blocked.
Sight sight(const FreeSpace& space, const Location& from, const Location& to);

inline bool sees(const FreeSpace& space, const Location& from, const Location& to) {
  return sight(space, from, to).visible;
}

}  // namespace fairway
