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

/// Returns the constrained Delaunay triangulation of distinct points, which covers their convex
/// hull. Points keep their numbers. Half-edges are not blocked, and all components are -1.
/// Constraints may touch vertices and overlap. Cocircular points are perturbed, so the result does
/// not depend on the order of insertion. Throws CrossingConstraints. Precondition: the points are
/// not all collinear. For speed, close points should have close numbers. Expected O(n log n), also
/// for points on few lines and for vertices with many constraints. Source: CGAL with exact
/// predicates, and the insertion order of insertion_order.hpp.
std::vector<Triangulation::Triangle> constrained_delaunay(
    std::span<const Point> points, std::span<const std::pair<VertexId, VertexId>> constraints);

}  // namespace fairway
