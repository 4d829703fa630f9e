#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/changing/changing_world.hpp"
#include "harness/records/records.hpp"

namespace fairway {

/// The results of one method in a changing world. Times are in nanoseconds.
struct ReplayRecord {
  std::string method;
  std::vector<FollowRecord> follows;   ///< costs of each burst
  std::vector<std::int64_t> query_ns;  ///< time of each query with a found path
  std::vector<std::int64_t>
      first_path_ns;  ///< for each burst: time from the burst to the answer of the next query
  std::int64_t queries = 0;
  std::int64_t found = 0;
  std::int64_t missed = 0;     ///< number of reachable queries without a found path
  std::int64_t illegal = 0;    ///< number of paths that are illegal in the current world
  std::int64_t outdated = 0;   ///< number of illegal paths that were legal before the last burst
  double gap = 0;              ///< sum of the gaps of all found paths
  std::int64_t published = 0;  ///< number of queries with a published octile length
  std::int64_t published_equal =
      0;  ///< number of paths before smoothing that have the published length
  std::int64_t memory_first = 0;  ///< bytes of the index at the start
  std::int64_t memory_last = 0;
};

/// Replays a changing world with several methods in this process, as measure_in_turns() does. After
/// each burst, the world is rebuilt and eroded by the radius of the agent. Every answer is compared
/// with the exact optimum in the rebuilt world. Throws exceptions of the methods. Throws InputError
/// with the line of a burst that is invalid or leaves no room for the agent.
std::vector<ReplayRecord> replay(const ChangingWorld& changing, const Registry& registry,
                                 std::span<const Method> methods, double radius = 0);

}  // namespace fairway
