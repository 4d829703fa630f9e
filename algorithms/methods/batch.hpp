#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "algorithms/methods/planner.hpp"

namespace fairway {

/// Answers queries 0 to `count` - 1, with one thread for each planner. `query(i)` returns query i,
/// and `take(i, query, answer)` receives its answer. Several threads call both functions, in any
/// order of i. If a function throws, the other threads stop soon, and the exception is rethrown.
/// Preconditions: at least one planner; the planners are forks of each other. A build for
/// WebAssembly has one thread.
void plan_batch(
    std::span<Planner* const> planners, std::size_t count,
    const std::function<Query(std::size_t)>& query,
    const std::function<void(std::size_t, const Query& query, const Answer& answer)>& take);

}  // namespace fairway
