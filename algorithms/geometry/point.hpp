#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace fairway {

/// A point of the plane. Its coordinates are doubles and are taken as exact.
struct Point {
  double x = 0;
  double y = 0;

  friend constexpr bool operator==(const Point&, const Point&) = default;
  friend constexpr auto operator<=>(const Point&, const Point&) = default;
};

/// A polyline from its first point to its last. A path of one point stays where it is.
using Path = std::vector<Point>;

/// An axis-aligned rectangle, closed.
struct Box {
  Point min;
  Point max;

  constexpr double width() const { return max.x - min.x; }
  constexpr double height() const { return max.y - min.y; }
  constexpr bool contains(Point p) const {
    return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y;
  }
  friend constexpr bool operator==(const Box&, const Box&) = default;
};

/// Euclidean distance, in the world's units.
inline double distance(Point a, Point b) {
  const double dx = a.x - b.x;
  const double dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

/// Length of a polyline, in the world's units. Linear.
inline double length(std::span<const Point> path) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) sum += distance(path[i - 1], path[i]);
  return sum;
}

/// The smallest box that holds all points. Precondition: `points` is not empty.
inline Box bounding_box(std::span<const Point> points) {
  Box box{points.front(), points.front()};
  for (const Point p : points) {
    box.min.x = p.x < box.min.x ? p.x : box.min.x;
    box.min.y = p.y < box.min.y ? p.y : box.min.y;
    box.max.x = p.x > box.max.x ? p.x : box.max.x;
    box.max.y = p.y > box.max.y ? p.y : box.max.y;
  }
  return box;
}

}  // namespace fairway
