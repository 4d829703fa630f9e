#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// The path that a program found for one problem of a scenario, and the costs that it reported.
struct RecordedPath {
  std::size_t row = 0;  ///< 0-based number of the problem in its scenario
  Path points;          ///< empty if no path was found
  std::optional<std::int64_t> ns;
  std::optional<std::int64_t> nodes;  ///< expanded nodes of the search
  int line = 0;
};

/// Reads paths as CSV or JSON lines, distinguished by the first character. CSV has a header
/// `row,points` with the optional columns `ns` and `nodes`, in any order, then one line per
/// problem; the points are `x y x y ...`, separated by blanks or semicolons. JSON has one line per
/// problem, such as `{"row": 0, "points": [[1, 2], [3, 4]], "ns": 900, "nodes": 12}`. A path has no
/// point, or at least two. Throws InputError, also if a row is not less than `problems` or occurs
/// twice. O(n log n).
std::vector<RecordedPath> parse_recorded_paths(const TextFile& source, std::size_t problems);
std::vector<RecordedPath> read_recorded_paths(const std::filesystem::path& file,
                                              std::size_t problems);

}  // namespace fairway
