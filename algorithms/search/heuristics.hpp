#pragma once

#include <cmath>
#include <concepts>
#include <utility>

#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// A lower bound of the cost from a vertex to the goal.
template <class H>
concept Heuristic = requires(const H& h, Vertex v) {
  { h(v) } -> std::convertible_to<double>;
};

/// Dijkstra's algorithm.
struct ZeroHeuristic {
  double operator()(Vertex) const { return 0; }
};

/// Straight-line distance to the goal. `Position` maps a vertex to a point with members x and y.
template <class Position, class Point>
class EuclideanHeuristic {
 public:
  EuclideanHeuristic(Position position, Point goal) : position_(std::move(position)), goal_(goal) {}
  double operator()(Vertex v) const {
    const Point p = position_(v);
    const double dx = p.x - goal_.x;
    const double dy = p.y - goal_.y;
    return std::sqrt(dx * dx + dy * dy);
  }

 private:
  Position position_;
  Point goal_;
};

/// Length of the shortest path in eight directions. Exceeds the straight-line distance, so it is a
/// lower bound only where moves are limited to those directions.
template <class Position, class Point>
class OctileHeuristic {
 public:
  OctileHeuristic(Position position, Point goal) : position_(std::move(position)), goal_(goal) {}
  double operator()(Vertex v) const {
    const Point p = position_(v);
    const double dx = std::abs(p.x - goal_.x);
    const double dy = std::abs(p.y - goal_.y);
    constexpr double kDiagonalExtra = 0.41421356237309505;  // sqrt(2) - 1
    return dx > dy ? dx + kDiagonalExtra * dy : dy + kDiagonalExtra * dx;
  }

 private:
  Position position_;
  Point goal_;
};

/// Another heuristic times a constant: above 1 the search is quicker and its path up to `weight`
/// times as long as the best.
template <Heuristic Base>
class WeightedHeuristic {
 public:
  WeightedHeuristic(Base base, double weight) : base_(std::move(base)), weight_(weight) {}
  double operator()(Vertex v) const { return weight_ * base_(v); }

 private:
  Base base_;
  double weight_;
};

}  // namespace fairway
