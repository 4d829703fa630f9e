#pragma once

#include <array>
#include <cstdint>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The sides on which a path along a segment can leave or reach an end of the segment. There are at
/// most two sides, sorted. If the end is at a vertex, a side is a CornerId. If the end is on a wall
/// of zero width, a side is a HalfEdge. Elsewhere, the only side is kOnlySide.
struct Sides {
  static constexpr std::int32_t kNone = -2;        ///< no side
  static constexpr std::int32_t kOnlySide = -1;    ///< the side of a point with only one side
  std::array<std::int32_t, 2> side{kNone, kNone};  ///< the sides; unused entries are kNone
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

/// Returns whether a segment is a legal path, and the sides on which such a path leaves `from` and
/// reaches `to`. A legal segment may touch walls and slide along them, but neither cross a wall nor
/// squeeze through a pinch. A segment with a blocked end is not legal. Symmetric. Precondition: the
/// ends are located in the triangulation. Exact. O(triangles crossed).
Sight sight(const FreeSpace& space, const Location& from, const Location& to);

/// Returns the member `visible` of sight(). Unlike in sight(), both ends may be located in the
/// cells of the world. The time is then O(cells crossed).
bool sees(const FreeSpace& space, const Location& from, const Location& to);

/// Overload that locates `to` first.
inline bool sees(const FreeSpace& space, const Location& from, Point to) {
  return from.place != Place::kBlocked && sees(space, from, space.locate_like(from, to));
}

}  // namespace fairway
