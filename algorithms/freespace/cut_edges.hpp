#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

struct RingEdge {
  Point from;
  Point to;
  std::int32_t ring;
};

struct CutCounts {
  std::size_t crossings = 0;
  std::size_t touches = 0;
};

/// Cuts edges until they meet at ends only; equal edges stay. New points are rounded, which may
/// cause new crossings, so cutting repeats. Throws InvalidWorld if that does not end.
/// Expected O((n + k) log n) for k meetings.
CutCounts cut_at_meetings(std::vector<RingEdge>& edges);

}  // namespace fairway
