#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace fairway {

/// A point or a vector with exact coordinates. Points are ordered by x, then y.
struct Point {
  ///@{ Coordinates, in the world's units.
  double x = 0;
  double y = 0;
  ///@}

  ///@{ Exact comparison; the order is by x, then y.
  friend constexpr bool operator==(const Point&, const Point&) = default;
  friend constexpr auto operator<=>(const Point&, const Point&) = default;
  ///@}
};

///@{ Arithmetic on vectors, rounded. See predicates.hpp for exact signs.
constexpr Point operator+(Point p, Point v) { return {p.x + v.x, p.y + v.y}; }
constexpr Point operator-(Point p, Point q) { return {p.x - q.x, p.y - q.y}; }
constexpr Point operator*(double s, Point v) { return {s * v.x, s * v.y}; }
constexpr double dot(Point u, Point v) { return u.x * v.x + u.y * v.y; }
constexpr double cross(Point u, Point v) { return u.x * v.y - u.y * v.x; }
///@}

/// Twice the signed area of a triangle: positive if a, b, c turn left.
constexpr double twice_area(Point a, Point b, Point c) { return cross(b - a, c - a); }

/// Squared Euclidean distance, rounded.
constexpr double squared_distance(Point a, Point b) { return dot(a - b, a - b); }

/// Euclidean distance, in the world's units.
inline double distance(Point a, Point b) { return std::sqrt(squared_distance(a, b)); }

/// Returns the point of segment ab nearest to p, rounded. Precondition: a != b.
constexpr Point nearest_on_segment(Point a, Point b, Point p) {
  const Point way = b - a;
  const double along = dot(p - a, way) / dot(way, way);
  if (along <= 0) return a;
  if (along >= 1) return b;
  return a + along * way;
}

/// A polyline. A path of one point starts and ends at this point.
using Path = std::vector<Point>;

/// Length of a polyline, in the world's units. Linear.
inline double length(std::span<const Point> path) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) sum += distance(path[i - 1], path[i]);
  return sum;
}

/// Appends p unless the path ends in p.
inline void append_distinct(Path& path, Point p) {
  if (path.empty() || path.back() != p) path.push_back(p);
}

/// A closed axis-aligned rectangle.
struct Box {
  ///@{ The lower left and the upper right corner.
  Point min;
  Point max;
  ///@}

  ///@{ Side lengths, in the world's units.
  constexpr double width() const { return max.x - min.x; }
  constexpr double height() const { return max.y - min.y; }
  ///@}
  /// Whether p is in the closed box.
  constexpr bool contains(Point p) const {
    return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y;
  }
  friend constexpr bool operator==(const Box&, const Box&) = default;  ///< exact comparison
};

/// Returns the bounding box of two points.
constexpr Box box_of(Point a, Point b) {
  return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

/// Returns the bounding box of points. Precondition: there is at least one point.
inline Box bounding_box(std::span<const Point> points) {
  Box box{points.front(), points.front()};
  for (const Point p : points) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
  }
  return box;
}

/// Whether two closed boxes share a point.
constexpr bool overlap(const Box& a, const Box& b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// Squared distance of two closed boxes; 0 if they share a point.
constexpr double squared_distance(const Box& a, const Box& b) {
  const double dx = std::max({0.0, a.min.x - b.max.x, b.min.x - a.max.x});
  const double dy = std::max({0.0, a.min.y - b.max.y, b.min.y - a.max.y});
  return dx * dx + dy * dy;
}

}  // namespace fairway
