#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"

namespace fairway {

/// Two constraints cross in a point that is not a vertex.
class CrossingConstraints : public std::runtime_error {
 public:
  explicit CrossingConstraints(std::size_t edge)
      : std::runtime_error("constraints cross"), edge_(edge) {}
  /// The constraint that crosses an earlier one.
  std::size_t edge() const { return edge_; }

 private:
  std::size_t edge_;
};

/// The constrained Delaunay triangulation of the convex hull of distinct points, not all collinear.
/// Constraints may touch vertices and overlap. Inner half-edges are marked as not blocked,
/// triangles as component -1. Points keep their numbers; for speed, close points should have close
/// numbers. Cocircular points are perturbed: the order of insertion does not matter. Throws
/// CrossingConstraints. Expected O(n log n), even for points on few lines and vertices of many
/// constraints (CGAL, exact predicates, order of insertion_order.hpp).
std::vector<Triangulation::Triangle> constrained_delaunay(
    std::span<const Point> points, std::span<const std::pair<VertexId, VertexId>> constraints);

}  // namespace fairway
