#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/freespace/triangulation.hpp"

namespace fairway {

/// Two constraints cross in a point that is a vertex of neither.
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
/// A constraint may touch vertices and overlap others. Links hold twins only: every half-edge but
/// those of the hull is marked as not blocked, and every triangle as component -1. Points keep
/// their numbers; those near each other in number should be near in the plane. Where points lie on
/// a circle, they are taken as perturbed, so that no order of insertion changes the result. Throws
/// CrossingConstraints. Expected O(n log n), also of points on few lines, long constraints and
/// vertices of many (CGAL, exact predicates, in the order of insertion_order.hpp).
std::vector<Triangulation::Triangle> constrained_delaunay(
    std::span<const Point> points, std::span<const std::pair<VertexId, VertexId>> constraints);

}  // namespace fairway
