#pragma once

#include "algorithms/methods/describe_program.hpp"
#include "algorithms/methods/register_adapter.hpp"
#include "algorithms/methods/solver_planner.hpp"

namespace fairway {

/// Makes an adapter of a solver. This compiles its planner.
template <Solver S>
AdapterType register_solver() {
  return register_adapter<S, SolverPlanner<S>>(kSolverSearch);
}

}  // namespace fairway
