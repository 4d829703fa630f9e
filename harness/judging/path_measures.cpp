#include "harness/judging/path_measures.hpp"

#include <bit>
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

std::uint64_t path_hash(std::span<const Point> path) {
  std::uint64_t hash = 14695981039346656037u;
  const auto add = [&](double coordinate) {
    const auto bits = std::bit_cast<std::uint64_t>(coordinate == 0 ? 0.0 : coordinate);
    for (int shift = 0; shift < 64; shift += 8) {
      hash = (hash ^ (bits >> shift & 0xff)) * 1099511628211u;
    }
  };
  for (const Point p : path) {
    add(p.x);
    add(p.y);
  }
  return hash;
}

double relative_excess(double length, double optimum) {
  return length == optimum ? 0.0 : length / optimum - 1;
}

}  // namespace fairway
