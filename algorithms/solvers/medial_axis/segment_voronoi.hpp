#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Index of a site: first all points, then all open segments, in the order of the arguments.
using SiteId = std::int32_t;

/// A vertex of the Voronoi diagram of points and segments: a point with three nearest sites. The
/// far end of an unbounded edge is a vertex at infinity. One of its sites is -1.
struct VoronoiVertex {
  std::array<SiteId, 3> sites;  ///< the nearest sites, counter-clockwise
  /// Edge i of the vertex lies between the two sites other than sites[i]. across[i] is the index of
  /// the vertex at the other end of edge i.
  std::array<std::int32_t, 3> across;
  /// The point, rounded. Inaccurate or not finite where the sites are almost degenerate.
  Point at;
};

/// Returns the vertices of the Voronoi diagram. The members `sites` and `across` are exact. Four or
/// more equally near sites give several vertices at one point. Segments are pairs of indices of
/// points. Precondition: points are distinct; segments meet only at common ends. Expected O(n log
/// n).
/// Source: M. Karavelas, "A robust and efficient implementation for the segment Voronoi diagram",
/// ISVD 2004, as implemented in CGAL.
std::vector<VoronoiVertex> segment_voronoi(
    std::span<const Point> points, std::span<const std::pair<std::int32_t, std::int32_t>> segments);

}  // namespace fairway
