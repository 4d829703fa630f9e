#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fairway {

/// Chooses at most `count` evenly spaced row indices below `rows`: k/2, k/2 + k, k/2 + 2k, ... with
/// k = max(1, rows / count). Returns no rows if `count` is 0.
inline std::vector<std::size_t> even_rows(std::size_t rows, std::size_t count) {
  std::vector<std::size_t> chosen;
  if (count == 0) return chosen;
  const std::size_t step = std::max<std::size_t>(1, rows / count);
  for (std::size_t row = step / 2; row < rows && chosen.size() < count; row += step) {
    chosen.push_back(row);
  }
  return chosen;
}

}  // namespace fairway
