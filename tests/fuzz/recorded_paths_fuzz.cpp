#include "datasets/recorded_paths.hpp"

#include <cmath>
#include <set>

#include "tests/fuzz/accepted.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  constexpr std::size_t kProblems = 100;
  const TextFile source = fuzz::text_of(data, size, "fuzzed.csv");
  const auto paths = fuzz::accepted(
      source, [](const TextFile& text) { return parse_recorded_paths(text, kProblems); });
  if (!paths) return 0;
  std::set<std::size_t> rows;
  for (const RecordedPath& path : *paths) {
    fuzz::require(path.row < kProblems && rows.insert(path.row).second, "a row beyond or twice");
    fuzz::require(path.points.size() != 1, "a path of one point");
    for (const Point p : path.points) {
      fuzz::require(std::isfinite(p.x) && std::isfinite(p.y), "a point that is none");
    }
    fuzz::require(path.line >= 1 && path.line <= last_line(source.text()),
                  "a line which the text has not");
  }
  return 0;
}
