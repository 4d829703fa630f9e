#pragma once

#include <filesystem>
#include <string>

namespace fairway {

// The parts of the text at the end of a sweep. The views of the store compute the rows,
// add_quantile() the quantiles. All functions throw DatabaseError.

/// For each stratum (radius, terrain) a table of paths, a table of costs, and lines on failed
/// builds and recorded methods. No figure mixes strata. Times and sizes are medians: over worlds
/// for builds and memory, over queries with a path for `query`. In changing worlds a third table
/// has the costs of bursts: each world has one value, the table shows the median of these values.
/// Bursts and outdated paths (`answer.outdated`) are sums. scripts/plot.py writes warnings into
/// methods.md.
std::string summary_text(const std::filesystem::path& results);

/// The wall time of the last run by activity, and its calibration. Empty if the run measured
/// nothing.
std::string time_account(const std::filesystem::path& results);

}  // namespace fairway
