#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/smoothing/funnel.hpp"

namespace fairway {

/// Scratch space of homotopic_shortest(), one per thread.
struct HomotopicScratch {
  ///@{ Buffers, reused from call to call, and their bytes on the heap.
  SleeveScratch sleeve;
  FunnelScratch funnel;
  std::vector<HalfEdge> crossed;
  std::vector<Portal> portals;

  std::size_t memory_bytes() const { return heap_bytes(sleeve, funnel, crossed, portals); }
  ///@}
};

/// Replaces a legal path by the shortest path homotopic to it. If the path is empty or illegal,
/// returns false and does not change the path. Linear in the crossed triangles.
/// Source: J. Hershberger, J. Snoeyink, "Computing minimum length paths of a given homotopy class",
/// Computational Geometry 4 (1994), section 3.
bool homotopic_shortest(const FreeSpace& space, HomotopicScratch& scratch, Path& path);

}  // namespace fairway
