#pragma once

#include <filesystem>
#include <string>

namespace fairway {

// These functions return the text at the end of a sweep. Views of the store compute the rows, and
// add_quantile() computes the quantiles. All functions throw DatabaseError.

/// Returns the results of each stratum: the worlds of one radius, with or without terrain. A
/// stratum has a table of paths, a table of costs, and lines on failed builds and recorded methods.
/// Times and sizes are medians: over worlds for builds and memory, over queries with a path for
/// `query`. In changing worlds, a third table has the costs of bursts. Each cost is computed for
/// every world, and the table shows the median over worlds. The numbers of bursts and of outdated
/// paths (`answer.outdated`) are sums over worlds. The text has no warnings; scripts/plot.py writes
/// them into methods.md.
std::string summary_text(const std::filesystem::path& results);

/// Returns the wall time of the last run by activity, and its calibration time. Returns an empty
/// text if the run measured nothing.
std::string time_account(const std::filesystem::path& results);

}  // namespace fairway
