#pragma once

#include "algorithms/methods/planner_for.hpp"
#include "algorithms/methods/register_adapter.hpp"

namespace fairway {

/// A representation as the harness knows it. This is what compiles its planner.
template <Representation R>
RegisteredAdapter register_representation() {
  return register_adapter<R, PlannerFor<R>>([](const auto& method) { return method.search; });
}

}  // namespace fairway
