#include "algorithms/solvers/polyanya.hpp"

#include <limits>

namespace fairway {

PolyanyaSolver PolyanyaSolver::build(const FreeSpace& space, const Options&) {
  PolyanyaSolver solver(space);
  const Triangulation& mesh = space.triangulation();
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    ++solver.triangles_;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (h < mesh.across(h)) ++solver.crossings_;
    }
  }
  solver.report_.covered_area = space.area();
  solver.report_.components = space.component_count();
  return solver;
}

SolverResult PolyanyaSolver::solve(const Location& start, const Location& goal, Scratch& scratch,
                                   Path& path) const {
  const double length = search_.solve(start, goal, scratch, &path);
  return {length < std::numeric_limits<double>::infinity(), scratch.expanded, scratch.generated};
}

}  // namespace fairway
