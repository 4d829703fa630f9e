#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/registry.hpp"
#include "harness/solver_planner.hpp"

namespace fairway {

/// A solver as the harness knows it. This is what compiles its planner.
template <Solver S>
RegisteredRepresentation register_solver() {
  using Options = typename S::Options;
  const std::vector<NamedSolver<Options>> methods = S::methods();
  const Options standard = methods.empty() ? Options{} : methods.front().options;
  RegisteredRepresentation entry;
  entry.name = S::kName;
  entry.guarantees = S::kGuarantees;
  entry.options = option_infos(standard);
  for (const NamedSolver<Options>& m : methods) {
    entry.methods.push_back(
        {std::string(m.name), entry.name, option_values(m.options),
         with_search_values(SearchSettings{}, {{"search", "own"}, {"smoother", m.smoother}})});
  }
  entry.complete = [standard](const OptionValues& given) {
    return option_values(with_option_values(standard, given));
  };
  entry.promises = [](const OptionValues&) { return S::kGuarantees; };
  entry.build = [](const FreeSpace& space, const Method& method) -> std::unique_ptr<Planner> {
    return std::make_unique<SolverPlanner<S>>(space, with_option_values(Options{}, method.options),
                                              method.search);
  };
  return entry;
}

}  // namespace fairway
