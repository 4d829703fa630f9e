#include "datasets/published_lengths.hpp"

#include <cmath>
#include <set>

#include "tests/fuzz/accepted.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.csv");
  const auto lengths = fuzz::accepted(source, parse_published_lengths);
  if (!lengths) return 0;
  std::set<std::int64_t> rows;
  for (const PublishedLength& entry : *lengths) {
    fuzz::require(entry.row >= 0 && rows.insert(entry.row).second, "a row below 0 or twice");
    fuzz::require(!entry.length || (std::isfinite(*entry.length) && *entry.length >= 0),
                  "a length that is none");
    fuzz::require(entry.line > 1 && entry.line <= last_line(source.text()),
                  "a line which the text has not");
  }
  return 0;
}
