#pragma once

#include <array>
#include <cstdint>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The sides on which a segment leaves or reaches an end, sorted, at most two. A side is a corner
/// if the end is a vertex, and a half-edge if the end is on a wall of zero width. Elsewhere it is
/// kOnlySide.
struct Sides {
  static constexpr std::int32_t kNone = -2;        ///< no side
  static constexpr std::int32_t kOnlySide = -1;    ///< the side of a point with only one side
  std::array<std::int32_t, 2> side{kNone, kNone};  ///< the sides; unused places are kNone
  friend bool operator==(const Sides&, const Sides&) = default;  ///< same sides
};

/// Result of sight().
struct Sight {
  bool visible = false;  ///< whether the segment is a legal path
  ///@{ The sides on which a legal path can leave the first end and reach the second.
  Sides from;
  Sides to;
  ///@}
};

/// Whether a segment is a legal path. It may touch walls and slide along them, but not pass a wall
/// or a pinch. Not visible if an end is blocked. Symmetric. Precondition: the ends are located in
/// the triangulation. Exact. O(triangles crossed).
Sight sight(const FreeSpace& space, const Location& from, const Location& to);

/// Like sight(), without the sides. Both ends may also be located in the cells: O(cells crossed).
bool sees(const FreeSpace& space, const Location& from, const Location& to);

/// Overload that locates `to` first.
inline bool sees(const FreeSpace& space, const Location& from, Point to) {
  return from.place != Place::kBlocked && sees(space, from, space.locate_like(from, to));
}

}  // namespace fairway
