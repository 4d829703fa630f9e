#include "algorithms/solvers/polyanya/polygon_sides.hpp"

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

CornerId corner_beyond(const FreeSpace& space, const Corner& corner, WallOfCorner wall) {
  const Triangulation& mesh = space.triangulation();
  const Point from = mesh.point(corner.vertex);
  HalfEdge at = wall == kAlongRight ? Triangulation::next(corner.first)
                                    : Triangulation::previous(corner.last);
  for (;;) {
    const CornerId id = space.corner_at(at);
    const Corner& next = space.corner(id);
    if (next.reflex) return id;
    const Point v = mesh.point(next.vertex);
    const Point right = mesh.point(next.right);
    const Point left = mesh.point(next.left);
    if (orientation(right, v, left) != 0 || !strictly_between(right, v, left)) return kNoCorner;
    at = strictly_between(from, v, left) ? Triangulation::previous(next.last)
                                         : Triangulation::next(next.first);
  }
}

std::size_t number_turns(const FreeSpace& space, std::vector<std::int32_t>& turn_of_corner) {
  std::int32_t count = 0;
  turn_of_corner.clear();
  turn_of_corner.reserve(space.corners().size());
  for (const Corner& corner : space.corners()) {
    turn_of_corner.push_back(corner.reflex ? count++ : -1);
  }
  return static_cast<std::size_t>(count);
}

}  // namespace fairway
