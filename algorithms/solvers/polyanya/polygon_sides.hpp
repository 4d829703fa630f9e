#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// Calls visit(HalfEdge before, HalfEdge h) for each half-edge h at which a side of PolyanyaMesh
/// begins. `ring` has the half-edges of a convex polygon in order; `before` precedes h. A side
/// begins where an open half-edge begins or ends. If these points all lie on one line, another side
/// begins at a vertex off the line. Linear.
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

/// Selects one of the two walls at a corner.
enum WallOfCorner : std::uint8_t {
  kAlongRight,  ///< the right wall
  kAlongLeft,   ///< the left wall
};

/// Starts at a corner and follows one of its walls as long as the walls lie on one line. Returns
/// the first reflex corner on this line, or kNoCorner if there is none. Linear in the corners
/// passed.
CornerId corner_beyond(const FreeSpace& space, const Corner& corner, WallOfCorner wall);

/// Turn number of the corner that corner_beyond() returns; -1 if there is none.
inline std::int32_t turn_beyond(const FreeSpace& space, const Corner& corner, WallOfCorner wall,
                                std::span<const std::int32_t> turn_of_corner) {
  const CornerId beyond = corner_beyond(space, corner, wall);
  return beyond == kNoCorner ? -1 : turn_of_corner[static_cast<std::size_t>(beyond)];
}

/// Numbers the reflex corners in order; other corners get -1. Returns the number of reflex corners.
std::size_t number_turns(const FreeSpace& space, std::vector<std::int32_t>& turn_of_corner);

}  // namespace fairway
