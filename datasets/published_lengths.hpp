#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "datasets/text.hpp"

namespace fairway {

/// A published path length of a problem.
struct PublishedLength {
  std::int64_t row = 0;          ///< 0-based number of the problem in its scenario
  std::optional<double> length;  ///< no value if no path exists
  int line = 0;
};

/// Reads a table of lengths. The header decides whether commas or semicolons separate the columns.
/// The column `length` is required. The number of the problem is in a column `row`, `exp` or
/// `index`. All further columns are ignored. An empty length means no path; a separator at the end
/// of a line is ignored. Throws InputError, also if a row occurs twice. O(n log n).
std::vector<PublishedLength> parse_published_lengths(const TextFile& source);
std::vector<PublishedLength> read_published_lengths(const std::filesystem::path& file);

}  // namespace fairway
