#include "algorithms/smoothing/homotopic.hpp"

namespace fairway {

bool homotopic_shortest(const FreeSpace& space, HomotopicScratch& scratch, Path& path) {
  if (path.empty() || !trace_sleeve(space, path, scratch.sleeve, scratch.crossed)) return false;
  const Triangulation& mesh = space.triangulation();
  scratch.portals.clear();
  for (const HalfEdge h : scratch.crossed) {
    scratch.portals.push_back({mesh.destination_point(h), mesh.origin_point(h)});
  }
  pull_string(path.front(), path.back(), scratch.portals, scratch.funnel, path);
  return true;
}

}  // namespace fairway
