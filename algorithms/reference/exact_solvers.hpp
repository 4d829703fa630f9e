#pragma once

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"

namespace fairway {

/// Returns |a - b| / max(a, b) for two lengths; 0 if they are equal, infinity if only one is
/// finite.
double relative_difference(double a, double b);

/// Returns length / optimum - 1; 0 if both are 0, as for a query with equal start and goal.
inline double relative_excess(double length, double optimum) {
  return length == optimum ? 0.0 : length / optimum - 1;
}

/// The two exact solvers: A* on the visibility graph, and Polyanya. They share no search code.
/// Immutable; keeps a reference to the space.
class ExactSolvers {
 public:
  /// Scratch space of a query, one per thread.
  struct Scratch {
    ///@{ Scratch space of each solver.
    ExactSolver::Scratch graph;
    Polyanya::Scratch intervals;
    ///@}
  };
  /// The optimum by each solver; infinity if there is no path or an end is blocked.
  struct Lengths {
    ///@{ Length by each solver.
    double by_visibility_graph;
    double by_polyanya;
    ///@}

    /// See fairway::relative_difference().
    double relative_difference() const {
      return fairway::relative_difference(by_visibility_graph, by_polyanya);
    }
    /// Whether the lengths differ by no more than accumulated rounding.
    bool agree() const { return relative_difference() <= 1e-9; }
  };

  /// Builds both solvers.
  explicit ExactSolvers(const FreeSpace& space)
      : space_(space), visibility_graph_(space), polyanya_(space) {}

  /// Solves with both solvers. If `path` is not null, it receives the visibility graph's path, or
  /// is emptied if there is no path.
  Lengths solve(Point start, Point goal, Scratch& scratch, Path* path = nullptr) const;

  /// Solves with Polyanya alone. Returns the length; infinity if there is no path or an end is
  /// blocked.
  double by_polyanya(Point start, Point goal, Scratch& scratch) const;

  /// The solver on the visibility graph.
  const ExactSolver& visibility_graph() const { return visibility_graph_; }

 private:
  const FreeSpace& space_;
  ExactSolver visibility_graph_;
  Polyanya polyanya_;
};

}  // namespace fairway
