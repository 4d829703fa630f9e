#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// An edge of a ring, in the ring's direction.
struct RingEdge {
  Point from;
  Point to;
  std::int32_t ring;
};

struct CutCounts {
  std::size_t crossings = 0;
  std::size_t touches = 0;
};

/// Cuts edges wherever they cross or touch until they meet in ends only; equal edges stay. New
/// points are rounded to doubles, which may bend edges and make them cross others, so it is done
/// again until nothing crosses. Throws InvalidWorld where that does not end.
/// Expected O((n + k) log n) for k meetings.
CutCounts cut_at_meetings(std::vector<RingEdge>& edges);

}  // namespace fairway
