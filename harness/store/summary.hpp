#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fairway {

/// One method over all worlds of a result store.
struct MethodSummary {
  std::string method;
  int worlds = 0;    ///< built on
  int failures = 0;  ///< worlds it could not be built on
  int queries = 0;
  int reachable = 0;  ///< queries that have a path, on worlds that are supported
  int found = 0;
  int missed = 0;
  int invalid = 0;
  int errors = 0;  ///< answers that are none: error, out_of_memory, crashed, timeout
  std::optional<double> median_gap;  ///< of the found ones, as the others
  std::optional<double> mean_gap;
  std::optional<double> median_query_ns;    ///< of each query's median over its repetitions
  std::optional<double> median_refusal_ns;  ///< the same of queries rightly called unreachable
  std::optional<double> median_build_ns;    ///< over the worlds
  std::optional<double> median_bytes;
};

/// Computed from the raw rows. Throws DatabaseError.
std::vector<MethodSummary> summarise(const std::filesystem::path& results);

/// What the wall time of the last run went on: a line in words; empty where it measured nothing.
/// Throws DatabaseError.
std::string time_account(const std::filesystem::path& results);

/// A share in per cent: 0.0123 as "1.230 %" with three digits, and nothing as "-0".
std::string percent(double share, int digits);

/// The table that a sweep ends with.
std::string summary_table(const std::vector<MethodSummary>& summaries);

}  // namespace fairway
