#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/geometry/point.hpp"

namespace fairway {

/// The distinct points of a list, each with a number.
class PointNumbers {
 public:
  /// In the order of coordinates. O(n log n), as the other.
  static PointNumbers ascending(std::vector<Point> points);
  /// Along a Hilbert curve, so that points that are close have numbers that are close.
  static PointNumbers along_curve(std::vector<Point> points);

  /// By number.
  const std::vector<Point>& points() const { return points_; }
  Point point(std::int32_t number) const { return points_[static_cast<std::size_t>(number)]; }
  /// Precondition: p was in the list. O(log n).
  std::int32_t number(Point p) const;

 private:
  std::vector<Point> points_;
  std::vector<Point> ascending_;       // none where numbers ascend
  std::vector<std::int32_t> numbers_;  // of those
};

}  // namespace fairway
