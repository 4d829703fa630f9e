#pragma once

#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/reference/exact_solver.hpp"

namespace fairway::properties {

/// A path over some of the points. It prefers short segments, so that many of the paths are legal.
inline Path hops(std::vector<Point> points) {
  Path path{points.front()};
  for (std::size_t next = 1; next < points.size(); next += 3) {
    Point nearest = points[next];
    for (std::size_t i = next; i < std::min(next + 3, points.size()); ++i) {
      if (distance(points[i], path.back()) < distance(nearest, path.back())) nearest = points[i];
    }
    path.push_back(nearest);
  }
  return path;
}

/// Joins shortest paths from each point to the next. Skips points that cannot be reached. The
/// result may be illegal at a point on a wall of zero width or at a pinch: it may arrive on one
/// side and leave on another side.
inline Path tour(const ExactSolver& solver, const std::vector<Point>& points) {
  ExactSolver::Scratch scratch;
  Path path{points.front()};
  Path leg;
  for (const Point p : points) {
    solver.solve(path.back(), p, scratch, &leg);
    path.insert(path.end(), leg.begin(), leg.end());
  }
  return path;
}

inline Path reversed(Path path) { return {path.rbegin(), path.rend()}; }

}  // namespace fairway::properties
