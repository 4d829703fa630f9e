#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"

namespace fairway {

/// An open segment that a path crosses. `left` and `right` are its ends as seen along the path.
struct Portal {
  ///@{ The ends.
  Point left;
  Point right;
  ///@}
};

/// Scratch space of trace_sleeve(), one per thread.
struct SleeveScratch {
  /// One step of a path: a crossed half-edge, and the index in `steps` of the previous step.
  struct Step {
    ///@{ The half-edge, and the index of the previous step (-1 for the first step).
    HalfEdge crossed;
    std::int32_t before;
    ///@}
  };
  std::vector<Step> steps;  ///< all steps of all possible paths

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return heap_bytes(steps); }
};

/// Writes the half-edges that a path crosses to `crossed`, in order. If the path crosses an edge
/// and returns across it at once, both crossings are left out. If both ends are inside triangles,
/// two paths with the same ends are homotopic if and only if their half-edges are equal. If an end
/// is on an edge or a vertex, the half-edges of homotopic paths may begin or end in different
/// triangles. If the path slides along a wall of zero width, one side is chosen. Returns false if
/// the path is illegal; `crossed` is then unspecified. O(triangles crossed or around touched
/// vertices).
bool trace_sleeve(const FreeSpace& space, std::span<const Point> path, SleeveScratch& scratch,
                  std::vector<HalfEdge>& crossed);

}  // namespace fairway
