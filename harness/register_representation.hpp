#pragma once

#include "harness/planner_for.hpp"
#include "harness/register_adapter.hpp"

namespace fairway {

/// A representation as the harness knows it. This is what compiles its planner.
template <Representation R>
RegisteredRepresentation register_representation() {
  return register_adapter<R, PlannerFor<R>>([](const auto& method) -> OptionValues {
    return {{"heuristic", method.heuristic}, {"smoother", method.smoother},
            {"search", method.search},       {"stop", method.stop},
            {"reject", method.reject},       {"look_ahead", method.look_ahead}};
  });
}

}  // namespace fairway
