#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/changing/changing_world.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// What one method did in a changing world. Times are nanoseconds.
struct ReplayRecord {
  std::string method;
  std::vector<FollowRecord> follows;        ///< of each burst
  std::vector<std::int64_t> query_ns;       ///< of each query with a path found
  std::vector<std::int64_t> first_path_ns;  ///< from a burst until the next query had its answer
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

/// Replays a changing world with several methods in this process, as measure_in_turns() does. After
/// each burst the world is rebuilt, and eroded if the agent has a radius. Every answer is judged
/// there, against the exact optimum. Throws what a method throws, and InputError with the line of a
/// burst that the world does not allow, or that leaves no room for the agent.
std::vector<ReplayRecord> replay(const ChangingWorld& changing, const Registry& registry,
                                 std::span<const Method> methods, double radius = 0);

}  // namespace fairway
