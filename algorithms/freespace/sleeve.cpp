#include "algorithms/freespace/sleeve.hpp"

#include <algorithm>

#include "algorithms/freespace/segment_walk.hpp"

namespace fairway {

bool trace_sleeve(const FreeSpace& space, std::span<const Point> path, SleeveScratch& scratch,
                  std::vector<HalfEdge>& crossed) {
  crossed.clear();
  scratch.steps.clear();
  if (path.empty()) return false;
  const auto log = [&](HalfEdge h, std::int32_t before) {
    scratch.steps.push_back({h, before});
    return static_cast<std::int32_t>(scratch.steps.size()) - 1;
  };
  SegmentWalk walk(space, log);
  std::size_t first = 1;
  while (first < path.size() && path[first] == path[0]) ++first;
  PathStates states;
  walk.for_each_start(space.locate(path[0]), [&](const PathState& start) {
    if (first < path.size()) {
      walk.advance(start, path[0], path[first], states);
    } else if (states.empty()) {
      states.add(start);
    }
  });
  for (std::size_t i = first + 1; i < path.size() && !states.empty(); ++i) {
    PathStates ends;
    for (const PathState& state : states) walk.advance(state, path[i - 1], path[i], ends);
    states = ends;
  }
  if (states.empty()) return false;

  for (std::int32_t step = states.front().trail; step >= 0;) {
    const SleeveScratch::Step& s = scratch.steps[static_cast<std::size_t>(step)];
    crossed.push_back(s.crossed);
    step = s.before;
  }
  std::reverse(crossed.begin(), crossed.end());
  const Triangulation& mesh = space.triangulation();
  std::size_t kept = 0;
  for (const HalfEdge h : crossed) {
    if (kept > 0 && crossed[kept - 1] == mesh.twin(h)) {
      --kept;
    } else {
      crossed[kept++] = h;
    }
  }
  crossed.resize(kept);
  return true;
}

}  // namespace fairway
