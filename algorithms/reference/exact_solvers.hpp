#pragma once

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"

namespace fairway {

/// Of two lengths; infinity if only one is finite.
double relative_difference(double a, double b);

/// The two exact solvers, which share no search. Immutable; keeps a reference to the space.
class ExactSolvers {
 public:
  struct Scratch {
    ExactSolver::Scratch graph;
    Polyanya::Scratch intervals;
  };
  /// Both optima; infinity if there is no path or an end is blocked.
  struct Lengths {
    double by_visibility_graph;
    double by_polyanya;

    double relative_difference() const {
      return fairway::relative_difference(by_visibility_graph, by_polyanya);
    }
    /// Whether they differ only by accumulated rounding.
    bool agree() const { return relative_difference() <= 1e-9; }
  };

  explicit ExactSolvers(const FreeSpace& space)
      : space_(space), visibility_graph_(space), polyanya_(space) {}

  /// `path`, if given, receives the path over the visibility graph, or is emptied.
  Lengths solve(Point start, Point goal, Scratch& scratch, Path* path = nullptr) const;

  double by_polyanya(Point start, Point goal, Scratch& scratch) const;

  const ExactSolver& visibility_graph() const { return visibility_graph_; }

 private:
  const FreeSpace& space_;
  ExactSolver visibility_graph_;
  Polyanya polyanya_;
};

}  // namespace fairway
