#pragma once

#include <cstddef>
#include <memory>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// The optimum L*: the shortest legal path between two exact points, by A* on the taut visibility
/// graph with both ends attached by exact visibility. Built once a world; immutable; one Scratch a
/// thread.
class ExactSolver {
 public:
  explicit ExactSolver(const FreeSpace& space);  // keeps a reference
  ~ExactSolver();
  ExactSolver(ExactSolver&&) noexcept;

  class Scratch {
   public:
    Scratch();
    ~Scratch();
    Scratch(Scratch&&) noexcept;

   private:
    friend class ExactSolver;
    struct State;
    std::unique_ptr<State> state_;
  };

  /// Length of the shortest path; infinity where there is none or an end is blocked. Where `path`
  /// is given it receives the path (emptied where there is none).
  double solve(Point start, Point goal, Scratch& scratch, Path* path = nullptr) const;

 private:
  struct Graph;
  std::unique_ptr<Graph> graph_;
};

}  // namespace fairway
