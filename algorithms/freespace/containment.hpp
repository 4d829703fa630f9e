#pragma once

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// Calls visit(component) for each component of the interior that touches a point. A component may
/// be visited several times. Visits nothing if the point is blocked. O(corners at the point).
template <class Visit>
void for_each_component_at(const FreeSpace& space, const Location& at, Visit visit) {
  if (at.place == Place::kBlocked) return;
  const Triangulation& mesh = space.triangulation();
  visit(space.component(at));
  if (at.place == Place::kEdge) {
    const HalfEdge twin = mesh.twin(at.half_edge);
    if (twin == kNoHalfEdge) return;
    const TriangleId other = Triangulation::triangle_of(twin);
    if (mesh.is_free(other)) visit(mesh.component(other));
  } else if (at.place == Place::kVertex) {
    for (const CornerId c : space.corners_of(mesh.origin(at.half_edge))) {
      visit(mesh.component(Triangulation::triangle_of(space.corner(c).first)));
    }
  }
}

/// Whether a legal path between two points exists, that is, a component of the interior touches
/// both points. O(corners at a * corners at b).
inline bool connected(const FreeSpace& space, const Location& a, const Location& b) {
  bool found = false;
  for_each_component_at(space, a, [&](std::int32_t from) {
    for_each_component_at(space, b, [&](std::int32_t to) { found = found || from == to; });
  });
  return found;
}

}  // namespace fairway
