#pragma once

#include <cstdint>

namespace fairway {

/// Graphs number their vertices 0 .. n - 1.
using Vertex = std::int32_t;
inline constexpr Vertex kNoVertex = -1;

}  // namespace fairway
