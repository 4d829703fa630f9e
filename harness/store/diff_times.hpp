#pragma once

#include <cstdint>
#include <span>

#include "harness/store/diff.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

/// The ids of one method in both stores.
struct MethodIds {
  std::int64_t a = 0;
  std::int64_t b = 0;
};

// Both read a database with two stores attached as a and b, and its temporary tables
//   worlds (name, map, a, b), queries (id, world, map, number, a, b)
// of what is the same in both, with the ids in each.

/// Of each query with the same status in both: the median over its repetitions.
TimeDiff compare_query_times(Database& database, const MethodIds& method);

/// Of each world that it was built on in both.
TimeDiff compare_build_times(Database& database, const MethodIds& method);

/// Marks what is significant at 5 % by Holm's correction over all of the differences that there
/// are.
void mark_significant(std::span<TimeDiff* const> diffs);

}  // namespace fairway
