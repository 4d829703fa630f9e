#pragma once

#include <filesystem>
#include <string>

namespace fairway {

// The parts of the text at the end of a sweep. The views of the store compute the rows,
// add_quantile() the quantiles. All functions throw DatabaseError.

/// For each stratum (radius, terrain) a table of paths, a table of costs, and lines for omitted
/// figures and for unstable methods. No figure mixes strata. Times and sizes are medians: over
/// worlds for builds and memory, over queries with a path for `query`.
std::string summary_text(const std::filesystem::path& results);

/// For each stratum a table of the time and success with which methods followed bursts. Each world
/// has one value for a share or time; the table shows the median of these values. Bursts and
/// outdated paths (`answer.outdated`) are sums. A line lists methods that followed fewer worlds.
/// Empty if no world changes.
std::string changes_summary(const std::filesystem::path& results);

/// The wall time of the last run by activity, and its calibration. Empty if the run measured
/// nothing.
std::string time_account(const std::filesystem::path& results);

/// A line on interrupted repetitions; empty if there are none.
std::string interruptions(const std::filesystem::path& results);

}  // namespace fairway
