#pragma once

#include "algorithms/methods/describe_program.hpp"
#include "algorithms/methods/register_adapter.hpp"
#include "algorithms/methods/solver_planner.hpp"

namespace fairway {

/// Describes a solver with all functions. Instantiates the template SolverPlanner<S>.
template <Solver S>
AdapterType register_solver() {
  return register_adapter<S, SolverPlanner<S>>(kSolverSearch);
}

}  // namespace fairway
