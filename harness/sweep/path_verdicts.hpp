#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/records/records.hpp"

namespace fairway {

/// The result of a regression test for the path of a row.
struct PathVerdict {
  int row = 0;               ///< row of the scenario
  std::string failure = {};  ///< why the path fails, or empty
  std::optional<double> ns;  ///< reported query time in nanoseconds
};

/// Judges answers. A legal path passes if its gap is at most `max_gap`. An answer without a path
/// passes if the query has no path.
std::vector<PathVerdict> verdicts(std::span<const QueryRecord> queries,
                                  std::span<const AnswerRecord> answers, double max_gap);

/// A JUnit test suite with a test case for each verdict. `name` is the program, `world` the map.
std::string junit_text(const std::string& name, const std::string& world,
                       std::span<const PathVerdict> verdicts);

}  // namespace fairway
