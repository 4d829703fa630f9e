#pragma once

#include <string>
#include <utility>

#include "algorithms/methods/register_adapter.hpp"
#include "algorithms/methods/solver_planner.hpp"

namespace fairway {

/// The search settings of one of a solver's methods.
inline constexpr auto kSolverSearch = [](const auto& method) {
  return SearchSettings{.smoother = method.smoother, .search = SearchKind::kOwn};
};

/// Makes an adapter of a solver. This compiles its planner.
template <Solver S>
RegisteredAdapter register_solver() {
  return register_adapter<S, SolverPlanner<S>>(kSolverSearch);
}

/// Describes a solver that another program runs; see RegisteredAdapter for both arguments. Of S it
/// needs what describes a Solver, not what builds it.
template <class S>
RegisteredAdapter describe_program(std::string program, std::string missing) {
  RegisteredAdapter entry = describe_adapter<S>(kSolverSearch);
  entry.program = std::move(program);
  entry.missing = std::move(missing);
  return entry;
}

}  // namespace fairway
