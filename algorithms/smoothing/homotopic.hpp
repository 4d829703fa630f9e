#pragma once

#include <vector>

#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/smoothing/funnel.hpp"

namespace fairway {

/// Scratch space of homotopic_shortest.
struct HomotopicScratch {
  SleeveScratch sleeve;
  FunnelScratch funnel;
  std::vector<HalfEdge> crossed;
  std::vector<Portal> portals;
};

/// Replaces a legal path by the shortest one homotopic to it: its sleeve through the triangulation,
/// reduced, and the string pulled. Returns false and leaves the path as it is where it is illegal.
/// Linear in the triangles that the path crosses.
/// Source: J. Hershberger, J. Snoeyink, "Computing minimum length paths of a given homotopy class",
/// Computational Geometry 4 (1994), section 3.
bool homotopic_shortest(const FreeSpace& space, HomotopicScratch& scratch, Path& path);

}  // namespace fairway
