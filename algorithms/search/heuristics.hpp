#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// An estimate of the cost to the goal. The search is exact if it is a lower bound and consistent:
/// along an edge it falls by no more than the edge's cost.
template <class H>
concept Heuristic = requires(const H& h, Vertex v) {
  { h(v) } -> std::convertible_to<double>;
};

/// Whether an estimate declares itself consistent by a member consistent(). Only then does a search
/// leave out edges.
template <Heuristic H>
constexpr bool is_consistent(const H& heuristic) {
  if constexpr (requires { heuristic.consistent(); }) return heuristic.consistent();
  return false;
}

// Distances between points with members x and y. Each is consistent if no move costs less than the
// distance that it covers.

template <class Point>
double euclidean(Point a, Point b) {
  const double dx = a.x - b.x;
  const double dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

/// Length of the shortest path along the axes: a lower bound only if moves are limited to these.
template <class Point>
double manhattan(Point a, Point b) {
  return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

/// The larger difference along an axis: a lower bound even if diagonal steps cost as much as
/// straight ones.
template <class Point>
double chebyshev(Point a, Point b) {
  return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
}

/// Turns A* into Dijkstra's algorithm.
struct ZeroHeuristic {
  constexpr bool consistent() const { return true; }
  double operator()(Vertex) const { return 0; }
};

/// euclidean() to the goal. `Position` maps a vertex to a point.
template <class Position, class Point>
class EuclideanHeuristic {
 public:
  EuclideanHeuristic(Position position, Point goal) : position_(std::move(position)), goal_(goal) {}
  constexpr bool consistent() const { return true; }
  double operator()(Vertex v) const { return euclidean(position_(v), goal_); }

 private:
  Position position_;
  Point goal_;
};

/// Another heuristic times a constant. With a weight above 1 the search is faster, and its path up
/// to `weight` times as long as the best.
template <Heuristic Base>
class WeightedHeuristic {
 public:
  WeightedHeuristic(Base base, double weight) : base_(std::move(base)), weight_(weight) {}
  double operator()(Vertex v) const { return weight_ * base_(v); }

 private:
  Base base_;
  double weight_;
};

/// Another heuristic whose consistency the caller declares.
template <Heuristic Base>
class ConsistentIf {
 public:
  ConsistentIf(bool consistent, Base base) : base_(std::move(base)), consistent_(consistent) {}
  bool consistent() const { return consistent_; }
  double operator()(Vertex v) const { return base_(v); }

 private:
  Base base_;
  bool consistent_;
};

}  // namespace fairway
