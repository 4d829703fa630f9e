#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "datasets/text.hpp"

namespace fairway {

/// A length that somebody published for a problem of a scenario.
struct PublishedLength {
  std::int64_t row = 0;          ///< 0-based problem of the scenario
  std::optional<double> length;  ///< none: no path
  int line = 0;
};

/// Reads a table of lengths, separated by commas or semicolons (told from the header): a column
/// `length`, and a column `row`, `exp` or `index` that numbers the problems; others are ignored. An
/// empty length means no path; a separator at the end of a line is ignored. Throws InputError, also
/// where a row is named twice. O(n log n).
std::vector<PublishedLength> parse_published_lengths(const TextFile& source);
std::vector<PublishedLength> read_published_lengths(const std::filesystem::path& file);

}  // namespace fairway
