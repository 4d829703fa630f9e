#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Returns the index of a point on a Hilbert curve of order 16 through a box. Points with similar
/// indices are close in the plane. O(1).
inline std::uint32_t hilbert_index(Point p, const Box& box) {
  constexpr double kSteps = 65535.0;
  const double extent = std::max(box.width(), box.height());
  const double scale = extent > 0 ? kSteps / extent : 0;
  auto x = static_cast<std::uint32_t>(std::clamp((p.x - box.min.x) * scale, 0.0, kSteps));
  auto y = static_cast<std::uint32_t>(std::clamp((p.y - box.min.y) * scale, 0.0, kSteps));
  std::uint32_t index = 0;
  for (std::uint32_t side = 1U << 15U; side > 0; side >>= 1U) {
    const std::uint32_t right = (x & side) != 0 ? 1U : 0U;
    const std::uint32_t upper = (y & side) != 0 ? 1U : 0U;
    index = (index << 2U) | ((3U * right) ^ upper);
    if (upper == 0) {
      if (right == 1) {
        x = ~x;
        y = ~y;
      }
      std::swap(x, y);
    }
  }
  return index;
}

}  // namespace fairway
