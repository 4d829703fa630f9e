#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// A gate that a path goes through, its ends as seen on the way.
struct Portal {
  Point left;
  Point right;
};

/// Scratch space of trace_sleeve.
struct SleeveScratch {
  struct Step {
    HalfEdge crossed;
    std::int32_t before;
  };
  std::vector<Step> steps;
};

/// The half-edges that a path crosses, in order, with every immediate return cancelled: two paths
/// with the same ends are homotopic if and only if theirs are equal (up to the choice of the first
/// and last triangle where an end lies on an edge or a vertex). A path that slides along a wall of
/// zero width is a limit of paths on either side of it; one of them is taken. Returns false, and
/// leaves `crossed` unspecified, where the path is illegal. O(triangles crossed + triangles round
/// touched vertices).
bool trace_sleeve(const FreeSpace& space, std::span<const Point> path, SleeveScratch& scratch,
                  std::vector<HalfEdge>& crossed);

}  // namespace fairway
