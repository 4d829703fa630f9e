#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/changes/changing_method.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/changing/changing_world.hpp"

namespace fairway {

/// What one method did in a changing world. Times are nanoseconds.
struct ReplayRecord {
  std::string method;
  std::vector<FollowCost> follows;          ///< of each burst
  std::vector<std::int64_t> query_ns;       ///< of each query with a path found
  std::vector<std::int64_t> first_path_ns;  ///< from each burst until the next query was answered
  std::int64_t queries = 0;
  std::int64_t found = 0;
  std::int64_t missed = 0;           ///< a path exists, but none was found
  std::int64_t illegal = 0;          ///< the path is not legal in the world as it is
  std::int64_t outdated = 0;         ///< of them, those that were legal before the last burst
  double gap = 0;                    ///< the sum over all found
  std::int64_t published = 0;        ///< queries with a published octile length
  std::int64_t published_equal = 0;  ///< of them, those whose path has it before smoothing
  std::int64_t memory_first = 0;     ///< of what the method built, in bytes
  std::int64_t memory_last = 0;
};

/// Takes the steps of a changing world with all methods in turn, in this process. After each burst
/// the world is built anew, and eroded if the agent has a radius. Every answer is judged there,
/// against the exact optimum. Throws InputError with the line of a burst that the world does not
/// allow, or that leaves no room for the agent.
std::vector<ReplayRecord> replay(const ChangingWorld& changing, const Registry& registry,
                                 std::span<const Method> methods, double radius = 0);

}  // namespace fairway
