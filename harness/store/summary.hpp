#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fairway {

/// A quantile of times or sizes. Infinite: of what never came about, such as a path that was not
/// found or a representation that was not built.
struct Figure {
  double value = 0;
  bool at_least = false;  ///< the query was ended at its limit
};

/// Results of one method over all worlds of a stratum.
struct MethodSummary {
  std::string method;
  int worlds = 0;         ///< on which the method was built
  int failed_worlds = 0;  ///< on which the build failed
  int built_once = 0;     ///< worlds whose build time is of one cold build, not a median
  int reachable = 0;      ///< queries with a path, on worlds that the method supports
  int found = 0;
  int missed = 0;
  int invalid = 0;
  int errors = 0;         ///< queries without an answer: error, out_of_memory, crashed, timeout
  int untimed = 0;        ///< found queries without a time, which `query` leaves out
  int unsized = 0;        ///< worlds on which the worker told no size, which `bytes` leaves out
  bool recorded = false;  ///< answers found elsewhere or earlier: no times and sizes
  int spread = 0;  ///< found queries whose median repetition took over kSpread times the least
  std::optional<double> median_gap, mean_gap, p95_gap, worst_gap;  ///< of found queries
  std::optional<double> mean_corridor_gap, mean_slack;             ///< likewise
  std::optional<Figure> query;    ///< median over reachable queries of the median over repetitions
  std::optional<Figure> refusal;  ///< likewise, over queries rightly refused
  std::optional<Figure> build_ns, own_build;  ///< medians over worlds, with and without the parts
  /// Medians over worlds: parts, index and scratch space together; the index; the scratch space,
  /// where it is reported.
  std::optional<Figure> bytes, own_bytes, scratch_bytes;
};

/// Repetitions of a query spread if their median is over this times the least.
inline constexpr double kSpread = 1.5;

/// The worlds of one radius, with or without terrain. No figure mixes two strata.
struct Stratum {
  double radius = 0;
  bool terrain = false;
  int worlds = 0;
  std::int64_t sampled = 0;   ///< pairs of ends that were sampled for the worlds' queries
  std::int64_t rejected = 0;  ///< of these, pairs not fit for all radii
  std::vector<MethodSummary> methods;
};

/// Computes the summaries from the stored rows, in order of terrain and radius. Throws
/// DatabaseError.
std::vector<Stratum> summarise(const std::filesystem::path& results);

/// What the wall time of the last run was spent on, and its calibration; empty if it measured
/// nothing. Throws DatabaseError.
std::string time_account(const std::filesystem::path& results);

/// One line on repetitions that were interrupted; empty if none was. Throws DatabaseError.
std::string interruptions(const std::filesystem::path& results);

/// The value at the share p of ascending values, the mean of two if it lies between them. A
/// precondition is that there is a value. (numpy.quantile with the method "averaged_inverted_cdf".)
double quantile(const std::vector<double>& ascending, double p);

/// What is printed at the end of a sweep: for each stratum a table of paths and one of costs, and a
/// line for what a figure leaves out and for methods whose repetitions spread.
std::string summary_text(std::span<const Stratum> strata);

}  // namespace fairway
