#pragma once

#include "harness/register_adapter.hpp"
#include "harness/solver_planner.hpp"

namespace fairway {

/// A solver as the harness knows it. This is what compiles its planner.
template <Solver S>
RegisteredRepresentation register_solver() {
  return register_adapter<S, SolverPlanner<S>>([](const auto& method) -> OptionValues {
    return {{"search", "own"}, {"smoother", method.smoother}};
  });
}

}  // namespace fairway
