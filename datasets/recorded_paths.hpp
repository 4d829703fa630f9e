#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// What a program found for one problem of a scenario, and reports of itself.
struct RecordedPath {
  std::size_t row = 0;  ///< 0-based number of the problem in its scenario
  Path points;          ///< empty: the program found no path
  std::optional<std::int64_t> ns;
  std::optional<std::int64_t> nodes;  ///< of its search
  int line = 0;
};

/// Reads paths as CSV or JSON lines, told apart by the first character. A header `row,points` with
/// the optional columns `ns` and `nodes`, in any order, then a line for each problem; the points
/// are `x y x y ...`, separated by blanks or semicolons. Or a line for each problem such as
/// `{"row": 0, "points": [[1, 2], [3, 4]], "ns": 900, "nodes": 12}`. A path has no points or two
/// and more. Throws InputError, also for rows of `problems` and beyond, and for a row that occurs
/// twice. O(n log n).
std::vector<RecordedPath> parse_recorded_paths(const TextFile& source, std::size_t problems);
std::vector<RecordedPath> read_recorded_paths(const std::filesystem::path& file,
                                              std::size_t problems);

}  // namespace fairway
