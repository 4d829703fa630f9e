#include "harness/worker/memory_check.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <cmath>
#include <fstream>

namespace fairway {

namespace {

/// Anonymous memory of this process in bytes, from smaps_rollup. /proc/self/status may lag behind
/// by many pages.
std::optional<double> anonymous_bytes() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return std::nullopt;
#else
  malloc_trim(0);
  std::ifstream sums("/proc/self/smaps_rollup");
  for (std::string line; std::getline(sums, line);) {
    constexpr std::string_view kField = "Anonymous:";
    if (line.starts_with(kField)) return 1024.0 * std::atof(line.c_str() + kField.size());
  }
  return std::nullopt;
#endif
}

}  // namespace

void MemoryCheck::begin() { before_ = anonymous_bytes(); }

std::optional<std::string> MemoryCheck::fault(std::size_t counted) const {
  const std::optional<double> now = anonymous_bytes();
  if (!before_ || !now) return std::nullopt;
  const double grown = *now - *before_;
  const auto expected = static_cast<double>(counted);
  if (std::abs(grown - expected) <= kTolerance * expected + kFloor) return std::nullopt;
  return fmt::format(
      "the counted memory is {} bytes (parts of the free space, index, scratch space), but the "
      "process has grown by {}",
      counted, grown);
}

}  // namespace fairway
