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
  if (from.place == Place::kTriangle && to.place == Place::kTriangle &&
      from.half_edge == to.half_edge) {
    return true;
  }
  if (from.place != Place::kCell) return sight(space, from, to).visible;
  return to.place != Place::kBlocked && sees_in_cells(*space.raster(), from.point, to.point);
}

}  // namespace fairway
