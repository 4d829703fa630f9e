#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/store/diff.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

/// The ids of one method in both stores.
struct MethodIds {
  std::int64_t a = 0;
  std::int64_t b = 0;
};

// Both read a database with two stores attached as a and b. Its temporary tables
//   worlds (name, map, radius, terrain, a, b),
//   queries (id, world, map, radius, terrain, number, a, b)
// hold the rows that both stores have, with the ids in each; builds_of_a and builds_of_b (world,
// method, ns) the median times of builds. The result has an element for each stratum of `worlds`.

/// Compares queries with the same status in both stores by the median over their repetitions.
std::vector<TimeDiff> compare_query_times(Database& database, const MethodIds& method);

/// Compares the worlds on which both stores have a build.
std::vector<TimeDiff> compare_build_times(Database& database, const MethodIds& method);

/// Marks the differences that are significant at 5 % by Holm's correction over all of them.
void mark_significant(std::span<TimeDiff* const> diffs);

}  // namespace fairway
