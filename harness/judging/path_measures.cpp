#include "harness/judging/path_measures.hpp"

#include <cmath>

namespace fairway {

double turning(std::span<const Point> path) {
  double sum = 0;
  for (std::size_t i = 2; i < path.size(); ++i) {
    const Point u = path[i - 1] - path[i - 2];
    const Point v = path[i] - path[i - 1];
    sum += std::abs(std::atan2(cross(u, v), dot(u, v)));
  }
  return sum;
}

}  // namespace fairway
