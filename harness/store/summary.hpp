#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fairway {

/// Results of one method over all worlds of a store.
struct MethodSummary {
  std::string method;
  int worlds = 0;    ///< on which the method was built
  int failures = 0;  ///< worlds on which the build failed
  int queries = 0;
  int reachable = 0;  ///< queries with a path, on worlds that the method supports
  int found = 0;
  int missed = 0;
  int invalid = 0;
  int errors = 0;  ///< queries without an answer: error, out_of_memory, crashed, timeout
  std::optional<double> median_gap;  ///< of found queries, like the values below
  std::optional<double> mean_gap;
  std::optional<double>
      median_query_ns;  ///< over queries, of the median over a query's repetitions
  std::optional<double>
      median_refusal_ns;  ///< likewise, of queries correctly reported as unreachable
  std::optional<double> median_build_ns;  ///< over worlds
  std::optional<double> median_bytes;
};

/// Computes the summaries from the stored rows. Throws DatabaseError.
std::vector<MethodSummary> summarise(const std::filesystem::path& results);

/// One line on what the wall time of the last run was spent on; empty if the run measured nothing.
/// Throws DatabaseError.
std::string time_account(const std::filesystem::path& results);

/// A share in per cent, never "-0": 0.0123 with three digits is "1.230 %".
std::string percent(double share, int digits);

/// The table that is printed at the end of a sweep.
std::string summary_table(const std::vector<MethodSummary>& summaries);

}  // namespace fairway
