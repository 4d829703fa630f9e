#pragma once

#include "algorithms/methods/register_adapter.hpp"
#include "algorithms/methods/solver_planner.hpp"

namespace fairway {

/// Makes an adapter of a solver. This compiles its planner.
template <Solver S>
RegisteredAdapter register_solver() {
  return register_adapter<S, SolverPlanner<S>>([](const auto& method) {
    return SearchSettings{.smoother = method.smoother, .search = SearchKind::kOwn};
  });
}

}  // namespace fairway
