#include "algorithms/solvers/clearance_triangulation/clearance_triangulation.hpp"

#include "algorithms/freespace/containment.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"

namespace fairway {

ClearanceTriangulation::ClearanceTriangulation(const FreeSpace& space)
    : space_(&space),
      junctions_(JunctionMesh::build(space, {})),
      fans_(space),
      mesh_(space, fans_) {}

ClearanceTriangulation ClearanceTriangulation::build(const FreeSpace& space, const Options&) {
  LapClock clock;
  ClearanceTriangulation result(space);
  const Triangulation& mesh = result.mesh_.triangulation();
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (mesh.is_free(t) && mesh.across(h) > h) ++result.edge_count_;
    }
  }
  result.report_.components = space.component_count();
  result.report_.covered_area = space.area();
  result.report_.phases.push_back({"triangulation", clock.lap()});
  return result;
}

SolverResult ClearanceTriangulation::solve(const Location& start, const Location& goal,
                                           double radius, Scratch& scratch, Path& path) const {
  path.clear();
  if (radius == 0) {
    if (!connected(*space_, start, goal)) return {};
    return solve_point(start, goal, scratch, path);
  }
  const double distance = fans_.distance(radius);
  if (!fans_.fits(start.point, distance)) return {.ends = AttachStatus::kStartBlocked};
  if (!fans_.fits(goal.point, distance)) return {.ends = AttachStatus::kGoalBlocked};
  if (!connected(*space_, start, goal)) return {};
  const Location from = mesh_.space().locate(start.point);
  const Location to = mesh_.space().locate(goal.point);
  SolverResult result = find_corridor(mesh_, from, to, distance, scratch.corridor, scratch.sides);
  if (!result.found) return result;
  const Triangulation& mesh = mesh_.triangulation();
  scratch.fans.clear();
  for (const HalfEdge side : scratch.sides) {
    scratch.fans.push_back({{mesh.origin_point(side), mesh.destination_point(side)},
                            mesh_.fan_at(side),
                            mesh_.fan_at(Triangulation::next(side))});
  }
  result.found = scratch.string.pull(fans_, distance, start.point, goal.point, scratch.fans, path);
  if (!result.found) path.clear();
  return result;
}

SolverResult ClearanceTriangulation::solve_point(const Location& start, const Location& goal,
                                                 Scratch& scratch, Path& path) const {
  if (junctions_.attach(start, goal, scratch.mesh, scratch.attachment) != AttachStatus::kAttached) {
    return {};
  }
  const EuclideanHeuristic heuristic([this](Vertex v) { return junctions_.position(v); },
                                     goal.point);
  const SearchResult search =
      astar(junctions_.graph(), scratch.attachment, heuristic, scratch.search, scratch.vertices);
  SolverResult result{search.found, search.expanded, search.generated};
  if (!search.found) return result;
  junctions_.corridor({start, goal, scratch.attachment, scratch.vertices}, scratch.mesh,
                      scratch.portals);
  pull_string(start.point, goal.point, scratch.portals, scratch.funnel, path);
  return result;
}

std::size_t ClearanceTriangulation::memory_bytes() const {
  return junctions_.memory_bytes() + fans_.memory_bytes() + mesh_.memory_bytes();
}

}  // namespace fairway
