#pragma once

#include "algorithms/methods/planner_for.hpp"
#include "algorithms/methods/register_adapter.hpp"

namespace fairway {

/// Makes an adapter of a representation. This compiles its planner.
template <Representation R>
AdapterType register_representation() {
  return register_adapter<R, PlannerFor<R>>([](const auto& method) { return method.search; });
}

}  // namespace fairway
