#include "algorithms/solvers/polyanya.hpp"

#include <limits>

namespace fairway {

std::vector<NamedSolver<PolyanyaSolver::Options>> PolyanyaSolver::methods() {
  return {{.name = kName, .options = {}}, {.name = "polyanya-triangles", .options = {false}}};
}

PolyanyaSolver PolyanyaSolver::build(const FreeSpace& space, const Options& options) {
  PolyanyaSolver solver(space, options);
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
