#pragma once

#include "algorithms/methods/planner_for.hpp"
#include "algorithms/methods/register_adapter.hpp"

namespace fairway {

/// Describes a representation with all functions. Instantiates the template PlannerFor<R>.
template <Representation R>
AdapterType register_representation() {
  return register_adapter<R, PlannerFor<R>>([](const auto& method) { return method.search; });
}

}  // namespace fairway
