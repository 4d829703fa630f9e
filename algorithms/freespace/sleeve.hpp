#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

/// A gate on a path, its ends as seen on the way.
struct Portal {
  Point left;
  Point right;
};

struct SleeveScratch {
  struct Step {
    HalfEdge crossed;
    std::int32_t before;
  };
  std::vector<Step> steps;

  std::size_t memory_bytes() const { return heap_bytes(steps); }
};

/// The half-edges that a path crosses, in order, without immediate returns. Paths with the same
/// ends are homotopic if and only if these are equal, up to the choice of the first and last
/// triangle for ends on edges and vertices. Along a wall of zero width one side is taken. Returns
/// false, with `crossed` unspecified, if the path is illegal. O(triangles crossed or round touched
/// vertices).
bool trace_sleeve(const FreeSpace& space, std::span<const Point> path, SleeveScratch& scratch,
                  std::vector<HalfEdge>& crossed);

}  // namespace fairway
