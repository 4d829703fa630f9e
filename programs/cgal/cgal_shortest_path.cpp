#include "programs/cgal/cgal_shortest_path.hpp"

namespace fairway {

CgalShortestPath::CgalShortestPath(const FreeSpace& space) : surface_(space) {
  report_.covered_area = space.area();
  report_.components = space.component_count();
}

CgalShortestPath CgalShortestPath::build(const FreeSpace& space, const Options&) {
  return CgalShortestPath(space);
}

SolverResult CgalShortestPath::solve(const Location& start, const Location& goal, Scratch&,
                                     Path& path) const {
  return {.found = surface_.shortest_path(start.point, goal.point, path)};
}

}  // namespace fairway
