#pragma once

#include <array>
#include <cstdint>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The sides on which a segment leaves or reaches an end: corners at a vertex, half-edges on a wall
/// of zero width, else kOnlySide. At most two, sorted.
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

/// Whether a segment is a legal path: it may touch and slide along walls, but not pass a pinch or a
/// wall. False if an end is blocked. Exact; symmetric. O(triangles crossed). Precondition: the ends
/// are located in the triangulation.
Sight sight(const FreeSpace& space, const Location& from, const Location& to);

/// The same without the sides. Both ends may also be located in the cells: O(cells crossed).
bool sees(const FreeSpace& space, const Location& from, const Location& to);

/// Sees a point that need not be located yet.
inline bool sees(const FreeSpace& space, const Location& from, Point to) {
  return from.place != Place::kBlocked && sees(space, from, space.locate_like(from, to));
}

}  // namespace fairway
