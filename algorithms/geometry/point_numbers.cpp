#include "algorithms/geometry/point_numbers.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/geometry/hilbert.hpp"

namespace fairway {

PointNumbers PointNumbers::ascending(std::vector<Point> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  PointNumbers result;
  result.points_ = std::move(points);
  return result;
}

PointNumbers PointNumbers::along_curve(std::vector<Point> points) {
  PointNumbers result = ascending(std::move(points));
  std::swap(result.points_, result.ascending_);
  const std::vector<Point>& sorted = result.ascending_;
  const Box box = bounding_box(sorted);
  std::vector<std::pair<std::uint32_t, std::size_t>> order;
  order.reserve(sorted.size());
  for (const Point p : sorted) order.emplace_back(hilbert_index(p, box), order.size());
  std::sort(order.begin(), order.end());
  result.numbers_.resize(sorted.size());
  result.points_.reserve(sorted.size());
  for (const auto& [key, i] : order) {
    result.numbers_[i] = static_cast<std::int32_t>(result.points_.size());
    result.points_.push_back(sorted[i]);
  }
  return result;
}

std::int32_t PointNumbers::number(Point p) const {
  const std::vector<Point>& sorted = numbers_.empty() ? points_ : ascending_;
  const auto place = std::lower_bound(sorted.begin(), sorted.end(), p) - sorted.begin();
  return numbers_.empty() ? static_cast<std::int32_t>(place)
                          : numbers_[static_cast<std::size_t>(place)];
}

}  // namespace fairway
