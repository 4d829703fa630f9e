#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The distinct points of a list, numbered from 0.
class PointNumbers {
 public:
  /// Numbered by coordinates. O(n log n).
  static PointNumbers ascending(std::vector<Point> points);
  /// Numbered along a Hilbert curve: points that are close get numbers that are close. O(n log n).
  static PointNumbers along_curve(std::vector<Point> points);

  const std::vector<Point>& points() const { return points_; }
  Point point(std::int32_t number) const { return points_[static_cast<std::size_t>(number)]; }
  /// Precondition: p was in the list. O(log n).
  std::int32_t number(Point p) const;

 private:
  std::vector<Point> points_;
  std::vector<Point> ascending_;       // empty if numbers ascend
  std::vector<std::int32_t> numbers_;  // of the ascending points
};

}  // namespace fairway
