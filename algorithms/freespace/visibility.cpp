#include "algorithms/freespace/visibility.hpp"

#include <algorithm>

#include "algorithms/freespace/cell_sight.hpp"
#include "algorithms/freespace/segment_walk.hpp"

namespace fairway {
namespace {

void add(Sides& sides, std::int32_t side) {
  if (sides.side[0] == side || sides.side[1] == side) return;
  (sides.side[0] == Sides::kNone ? sides.side[0] : sides.side[1]) = side;
  if (sides.side[1] != Sides::kNone && sides.side[1] < sides.side[0]) {
    std::swap(sides.side[0], sides.side[1]);
  }
}

/// Whether a point is in a triangle, or on an edge that is not a wall.
bool off_walls(const FreeSpace& space, const Location& at) {
  return at.place == Place::kTriangle ||
         (at.place == Place::kEdge && !space.triangulation().blocked(at.half_edge));
}

/// Outcome of look_ahead().
enum class Glance : std::uint8_t { kSeen, kHidden, kMeetsVertex };

/// Follows a segment between two points in triangles or on edges. Returns kMeetsVertex if the
/// segment meets a vertex, kSeen if it is a legal path, and kHidden otherwise. A segment that meets
/// no vertex leaves each triangle across the edge with ends on different sides of the segment. The
/// loop stops in a triangle that contains `to`, so it needs no test for the end of the segment.
/// Precondition: off_walls() holds for `from`.
Glance look_ahead(const Triangulation& mesh, const Location& from, const Location& to) {
  const Point p = from.point;
  const Point q = to.point;
  const auto side_of = [&](VertexId v) __attribute__((always_inline)) {
    return orientation(q, mesh.point(v), p);
  };
  const TriangleId goal = Triangulation::triangle_of(to.half_edge);
  const TriangleId beside =
      to.place == Place::kEdge ? Triangulation::triangle_of(mesh.twin(to.half_edge)) : goal;
  TriangleId t = Triangulation::triangle_of(from.half_edge);
  if (t == goal || t == beside) return Glance::kSeen;
  const Triangulation::Triangle& first = mesh.triangle(t);
  const int side[3] = {side_of(first.vertex[0]), side_of(first.vertex[1]),
                       side_of(first.vertex[2])};
  int exit = 0;
  while (exit < 3 && !(side[exit] < 0 && side[exit == 2 ? 0 : exit + 1] > 0)) ++exit;
  if (exit == 3) return Glance::kMeetsVertex;
  for (;;) {
    const std::int32_t link = mesh.triangle(t).link[exit];
    if ((link & 1) != 0) return Glance::kHidden;
    const HalfEdge entered = link >> 1;
    t = Triangulation::triangle_of(entered);
    if (t == goal || t == beside) return Glance::kSeen;
    const int after = (entered & 3) == 2 ? 0 : (entered & 3) + 1;
    const int before = (entered & 3) == 0 ? 2 : (entered & 3) - 1;
    const int apex = side_of(mesh.triangle(t).vertex[before]);
    if (apex == 0) return Glance::kMeetsVertex;
    exit = apex > 0 ? after : before;
  }
}

}  // namespace

Sight sight(const FreeSpace& space, const Location& from, const Location& to) {
  Sight result;
  if (from.place == Place::kBlocked || to.place == Place::kBlocked) return result;
  const auto no_log = [](HalfEdge, std::int32_t) { return std::int32_t{0}; };
  SegmentWalk walk(space, no_log);
  const auto side_of = [&](const PathState& state) {
    if (state.place == Place::kVertex) return space.corner_at(state.half_edge);
    return state.place == Place::kEdge && walk.wall_twin(state.half_edge) != kNoHalfEdge
               ? state.half_edge
               : Sides::kOnlySide;
  };
  walk.for_each_start(from, [&](const PathState& start) {
    PathStates ends;
    walk.advance(start, from.point, to.point, ends);
    if (ends.empty()) return;
    result.visible = true;
    add(result.from, side_of(start));
    for (const PathState& end : ends) add(result.to, side_of(end));
  });
  return result;
}

bool sees(const FreeSpace& space, const Location& from, const Location& to) {
  if (off_walls(space, from) && (to.place == Place::kTriangle || to.place == Place::kEdge)) {
    const Glance glance = look_ahead(space.triangulation(), from, to);
    if (glance != Glance::kMeetsVertex) return glance == Glance::kSeen;
  }
  if (from.place != Place::kCell) return sight(space, from, to).visible;
  return to.place != Place::kBlocked && sees_in_cells(*space.raster(), from.point, to.point);
}

}  // namespace fairway
