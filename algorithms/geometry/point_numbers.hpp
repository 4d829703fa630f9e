#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The distinct points of a list, numbered from 0.
class PointNumbers {
 public:
  /// Numbers the points by x, then y. O(n log n).
  static PointNumbers ascending(std::vector<Point> points);
  /// Numbers the points along a Hilbert curve, so that close points get close numbers. O(n log n).
  static PointNumbers along_curve(std::vector<Point> points);

  ///@{ The points in order of their numbers, and the point of one number.
  const std::vector<Point>& points() const { return points_; }
  Point point(std::int32_t number) const { return points_[static_cast<std::size_t>(number)]; }
  ///@}
  /// Returns the number of p. Precondition: p is in the list. O(log n).
  std::int32_t number(Point p) const;

 private:
  std::vector<Point> points_;
  std::vector<Point> ascending_;       // by x, then y; empty if points_ has this order
  std::vector<std::int32_t> numbers_;  // numbers of the points in ascending_
};

}  // namespace fairway
