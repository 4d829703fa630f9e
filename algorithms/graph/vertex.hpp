#pragma once

#include <cstdint>

namespace fairway {

/// A vertex of a graph. Graphs number their vertices 0 .. n - 1.
using Vertex = std::int32_t;
/// No vertex.
inline constexpr Vertex kNoVertex = -1;

}  // namespace fairway
