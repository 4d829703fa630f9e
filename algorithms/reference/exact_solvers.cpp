#include "algorithms/reference/exact_solvers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairway {

double relative_difference(double a, double b) {
  const auto [less, more] = std::minmax(a, b);
  if (less == more) return 0;
  return std::isfinite(more) ? (more - less) / more : more;
}

ExactSolvers::Lengths ExactSolvers::solve(Point start, Point goal, Scratch& scratch,
                                          Path* path) const {
  const Location from = space_.locate(start);
  const Location to = space_.locate(goal);
  return {visibility_graph_.solve(from, to, scratch.graph, path),
          polyanya_.shortest(from, to, scratch.intervals)};
}

double ExactSolvers::by_polyanya(Point start, Point goal, Scratch& scratch) const {
  return polyanya_.shortest(space_.locate(start), space_.locate(goal), scratch.intervals);
}

}  // namespace fairway
