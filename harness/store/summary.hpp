#pragma once

#include <filesystem>
#include <string>

namespace fairway {

// What is printed at the end of a sweep. The rows are those of the store's views; a quantile is
// that of add_quantile(). All throw DatabaseError.

/// For each radius, with or without terrain, a table of paths, one of costs, and lines for what the
/// figures leave out and for methods whose repetitions spread. No figure mixes these strata. Times
/// and sizes are medians: over worlds for builds and memory, over queries with a path for `query`.
std::string summary_text(const std::filesystem::path& results);

/// For each radius and terrain, a table of how each method followed the bursts of the worlds that
/// change. Shares and times are medians over worlds of each world's value, so that a world with
/// many bursts counts like the others; bursts and outdated paths (`answer.outdated`) are sums. A
/// line names the methods that followed fewer worlds. Empty if no world changes.
std::string changes_summary(const std::filesystem::path& results);

/// What the wall time of the last run was spent on, and its calibration; empty if it measured
/// nothing.
std::string time_account(const std::filesystem::path& results);

/// One line on repetitions that were interrupted; empty if none was.
std::string interruptions(const std::filesystem::path& results);

}  // namespace fairway
