#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// Calls visit(HalfEdge before, HalfEdge h) for each half-edge of a convex polygon's ring at which
/// a side of Polyanya's mesh begins, with the half-edge before it: where an open half-edge begins
/// or ends, and at a vertex off their line if all those are on one line. Linear.
template <class Visit>
void for_each_side(const Triangulation& mesh, std::span<const HalfEdge> ring, Visit visit) {
  const auto is_end = [&](HalfEdge before, HalfEdge h) {
    return mesh.across(h) != kNoHalfEdge || mesh.across(before) != kNoHalfEdge;
  };
  const auto turn = [&](HalfEdge a, HalfEdge b, HalfEdge c) {
    return orientation(mesh.origin_point(a), mesh.origin_point(b), mesh.origin_point(c));
  };
  const auto vertex_of_area = [&] {
    HalfEdge a = kNoHalfEdge;
    HalfEdge b = kNoHalfEdge;
    HalfEdge before = ring.back();
    for (const HalfEdge h : ring) {
      if (is_end(before, h)) {
        if (a == kNoHalfEdge) {
          a = h;
        } else if (b == kNoHalfEdge) {
          b = h;
        } else if (turn(a, b, h) != 0) {
          return kNoHalfEdge;
        }
      }
      before = h;
    }
    if (b == kNoHalfEdge) return kNoHalfEdge;
    return *std::ranges::find_if(ring, [&](HalfEdge h) { return turn(a, b, h) != 0; });
  };
  const HalfEdge extra = vertex_of_area();
  HalfEdge before = ring.back();
  for (const HalfEdge h : ring) {
    if (is_end(before, h) || h == extra) visit(before, h);
    before = h;
  }
}

enum WallOfCorner : std::uint8_t { kAlongRight, kAlongLeft };

/// The first reflex corner on the straight wall from a corner, or kNoCorner. Linear in the corners
/// on the way.
CornerId corner_beyond(const FreeSpace& space, const Corner& corner, WallOfCorner wall);

/// Its turn; -1 without one.
inline std::int32_t turn_beyond(const FreeSpace& space, const Corner& corner, WallOfCorner wall,
                                std::span<const std::int32_t> turn_of_corner) {
  const CornerId beyond = corner_beyond(space, corner, wall);
  return beyond == kNoCorner ? -1 : turn_of_corner[static_cast<std::size_t>(beyond)];
}

/// Numbers the reflex corners in order; the others get -1. Returns how many they are.
std::size_t number_turns(const FreeSpace& space, std::vector<std::int32_t>& turn_of_corner);

}  // namespace fairway
