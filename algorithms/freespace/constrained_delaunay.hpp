#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"

namespace fairway {

/// Thrown if two constraints cross at a point that is not a vertex.
class CrossingConstraints : public std::runtime_error {
 public:
  /// `edge` is the index of the constraint that crosses an earlier constraint.
  explicit CrossingConstraints(std::size_t edge)
      : std::runtime_error("constraints cross"), edge_(edge) {}
  /// Index of the constraint that crosses an earlier constraint.
  std::size_t edge() const { return edge_; }

 private:
  std::size_t edge_;
};

/// Returns the triangles of the constrained Delaunay triangulation of `points`. They cover the
/// convex hull. Vertex i of the triangulation is points[i]. Each half-edge is unblocked, and each
/// component is -1. A constraint may pass through vertices and overlap other constraints. Throws
/// CrossingConstraints if two constraints cross at a point that is not a vertex. Preconditions: the
/// points are distinct and not all collinear.
/// Cocircular points are perturbed, so the result does not depend on the order of insertion. For
/// speed, close points should have close indices. Expected O(n log n), also for points on few lines
/// and for vertices with many constraints. Source: CGAL with exact predicates, and the insertion
/// order of insertion_order.hpp.
std::vector<Triangulation::Triangle> constrained_delaunay(
    std::span<const Point> points, std::span<const std::pair<VertexId, VertexId>> constraints);

}  // namespace fairway
