#include "algorithms/smoothing/shortcut.hpp"

#include <cstddef>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

using Kept = ShortcutScratch::Kept;

/// Whether free space touches a point from several sides: at a pinch, or on a wall of zero width. A
/// path could squeeze through there: arrive on one side and leave on another.
bool has_several_sides(const FreeSpace& space, const Location& at) {
  const Triangulation& mesh = space.triangulation();
  if (at.place == Place::kVertex) return space.corners_of(mesh.origin(at.half_edge)).size() > 1;
  if (at.place != Place::kEdge || !mesh.blocked(at.half_edge)) return false;
  const HalfEdge twin = mesh.twin(at.half_edge);
  return twin != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(twin));
}

bool blocked(const Location& at) { return at.place == Place::kBlocked; }

bool two_sided(const Sides& sides) { return sides.side[1] != Sides::kNone; }

/// Whether `whole` contains every side that `part` contains. See Sides for the meaning of a side.
bool within(const Sides& part, const Sides& whole) {
  for (const std::int32_t side : part.side) {
    if (side != Sides::kNone && side != whole.side[0] && side != whole.side[1]) return false;
  }
  return true;
}

/// Returns the result of sight() for the segment from kept[i - 1] to kept[i]. Computes it on first
/// use.
const Sight& segment_to(const FreeSpace& space, std::vector<Kept>& kept, std::size_t i) {
  Kept& end = kept[i];
  if (!end.sides_known) {
    end.segment = sight(space, kept[i - 1].at, end.at);
    end.sides_known = true;
  }
  return end.segment;
}

/// Removes the last but one point of `kept` if two conditions hold. (1) The two neighbours of the
/// point see each other. (2) The new segment reaches each neighbour on the same side of free space
/// as the old segment. Condition 2 does not apply to a neighbour that is the start or the goal.
/// `ends_path` is true if the last point is the goal. Returns whether a point was removed.
bool drop_last_but_one(const FreeSpace& space, bool ends_path, std::vector<Kept>& kept) {
  const std::size_t last = kept.size() - 1;
  const Point before = kept[last - 2].at.point;
  const Point here = kept[last - 1].at.point;
  const Point after = kept[last].at.point;
  Kept end = kept[last];
  if (before == after) {
    if (last > 2 && !ends_path && end.several_sides) return false;
    kept.resize(last - 1);
    return true;
  }
  if (orientation(before, here, after) == 0 && strictly_between(before, here, after)) {
    // If `here` is on the new segment, this segment consists of the two old ones, so it needs no
    // sight test. Exceptions: the path can squeeze through at `here`, or `here` or an end of the
    // new segment is blocked.
    const bool doubtful = kept[last - 1].several_sides || blocked(kept[last - 2].at) ||
                          blocked(kept[last - 1].at) || blocked(end.at);
    if (doubtful && !sees(space, kept[last - 2].at, end.at)) return false;
    end.sides_known = false;
  } else {
    end.segment = sight(space, kept[last - 2].at, kept[last].at);
    end.sides_known = true;
    if (!end.segment.visible) return false;
    const bool sides_before = last > 2 && kept[last - 2].several_sides;
    const bool sides_after = !ends_path && end.several_sides;
    if (sides_before) {
      const Sight& old = segment_to(space, kept, last - 1);
      if (!old.visible || !within(old.from, end.segment.from)) return false;
    }
    if (sides_after) {
      const Sight& old = segment_to(space, kept, last);
      if (!old.visible || !within(old.to, end.segment.to)) return false;
    }
    // A path along a wall of zero width stays on one side of the wall, so the sides at both ends
    // must match. The two checks above do not compare both ends, so the point stays.
    if (sides_before && sides_after && two_sided(end.segment.from) && two_sided(end.segment.to)) {
      return false;
    }
  }
  kept.pop_back();
  kept.back() = end;
  return true;
}

}  // namespace

void shortcut(const FreeSpace& space, ShortcutScratch& scratch, Path& path) {
  auto& kept = scratch.kept;
  kept.clear();
  while (path.size() > 1 && path[path.size() - 2] == path.back()) path.pop_back();
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!kept.empty() && kept.back().at.point == path[i]) continue;
    const Location at = space.locate(path[i]);
    kept.push_back({at, !blocked(at) && has_several_sides(space, at), false, {}});
    const bool ends_path = i + 1 == path.size();
    while (kept.size() >= 3 && drop_last_but_one(space, ends_path, kept)) {
    }
  }
  path.clear();
  for (const Kept& k : kept) path.push_back(k.at.point);
}

}  // namespace fairway
