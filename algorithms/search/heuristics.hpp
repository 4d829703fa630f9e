#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// An estimate of the cost to the goal. A* is exact if the estimate is consistent: it is 0 at the
/// goal, and along an edge it decreases by at most the edge's cost.
template <class H>
concept Heuristic = requires(const H& h, Vertex v) {
  { h(v) } -> std::convertible_to<double>;
};

/// Whether a heuristic declares itself consistent by a member consistent(). Without this
/// declaration, the search must not skip edges.
template <Heuristic H>
constexpr bool is_consistent(const H& heuristic) {
  if constexpr (requires { heuristic.consistent(); }) return heuristic.consistent();
  return false;
}

/// Euclidean distance. `Point` has members x and y. Consistent if no move costs less than the
/// distance between its ends.
template <class Point>
double euclidean(Point a, Point b) {
  const double dx = a.x - b.x;
  const double dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

/// Length of the shortest path whose segments are parallel to the axes. It is a lower bound only if
/// all moves are parallel to the axes.
template <class Point>
double manhattan(Point a, Point b) {
  return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

/// The larger of the differences in x and y. It is a lower bound even if a diagonal step costs as
/// much as a straight step.
template <class Point>
double chebyshev(Point a, Point b) {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

/// The estimate 0: A* becomes Dijkstra's algorithm.
struct ZeroHeuristic {
  ///@{ Members of the concept Heuristic.
  constexpr bool consistent() const { return true; }
  double operator()(Vertex) const { return 0; }
  ///@}
};

/// Euclidean distance to the goal. `Position` maps a vertex to a point.
template <class Position, class Point>
class EuclideanHeuristic {
 public:
  /// Copies its arguments.
  EuclideanHeuristic(Position position, Point goal) : position_(std::move(position)), goal_(goal) {}
  ///@{ Members of the concept Heuristic.
  constexpr bool consistent() const { return true; }
  double operator()(Vertex v) const { return euclidean(position_(v), goal_); }
  ///@}

 private:
  Position position_;
  Point goal_;
};

/// A heuristic times a weight. If the weight is above 1, the search is faster, but the cost of the
/// found path may be up to `weight` times the least cost.
template <Heuristic Base>
class WeightedHeuristic {
 public:
  /// Precondition: weight >= 0.
  WeightedHeuristic(Base base, double weight) : base_(std::move(base)), weight_(weight) {}
  double operator()(Vertex v) const { return weight_ * base_(v); }  ///< The estimate.

 private:
  Base base_;
  double weight_;
};

/// A heuristic for which the caller declares whether it is consistent.
template <Heuristic Base>
class ConsistentIf {
 public:
  /// `base` is the heuristic.
  ConsistentIf(bool consistent, Base base) : base_(std::move(base)), consistent_(consistent) {}
  ///@{ Members of the concept Heuristic.
  bool consistent() const { return consistent_; }
  double operator()(Vertex v) const { return base_(v); }
  ///@}

 private:
  Base base_;
  bool consistent_;
};

}  // namespace fairway
