#include "harness/judging/clearance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

constexpr std::int32_t kLeafSize = 8;

double point_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  if (square == 0) return distance(p, a);
  const double t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0);
  return distance(p, {a.x + t * dx, a.y + t * dy});
}

double segment_to_segment(Point a, Point b, Point c, Point d) {
  if (cross_properly(a, b, c, d) || on_segment(a, c, d) || on_segment(b, c, d) ||
      on_segment(c, a, b) || on_segment(d, a, b)) {
    return 0;
  }
  return std::min({point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b),
                   point_to_segment(d, a, b)});
}

/// A lower bound of the distance: that of the boxes.
double box_to_box(const Box& a, const Box& b) {
  const double dx = std::max({0.0, a.min.x - b.max.x, b.min.x - a.max.x});
  const double dy = std::max({0.0, a.min.y - b.max.y, b.min.y - a.max.y});
  return std::sqrt(dx * dx + dy * dy);
}

Box box_of(Point a, Point b) { return bounding_box(std::array{a, b}); }

}  // namespace

Clearance::Clearance(std::span<const Wall> walls) : walls_(walls.begin(), walls.end()) {
  if (!walls_.empty()) split(0, static_cast<std::int32_t>(walls_.size()));
}

void Clearance::split(std::int32_t begin, std::int32_t end) {
  Box box =
      box_of(walls_[static_cast<std::size_t>(begin)].a, walls_[static_cast<std::size_t>(begin)].b);
  for (std::int32_t i = begin; i < end; ++i) {
    const Wall& wall = walls_[static_cast<std::size_t>(i)];
    box = bounding_box(std::array{box.min, box.max, wall.a, wall.b});
  }
  const std::size_t at = nodes_.size();
  nodes_.push_back({box, begin, end, 0});
  if (end - begin <= kLeafSize) return;
  const std::int32_t middle = begin + (end - begin) / 2;
  const bool wide = box.width() >= box.height();
  std::nth_element(walls_.begin() + begin, walls_.begin() + middle, walls_.begin() + end,
                   [&](const Wall& v, const Wall& w) {
                     return wide ? v.a.x + v.b.x < w.a.x + w.b.x : v.a.y + v.b.y < w.a.y + w.b.y;
                   });
  split(begin, middle);
  nodes_[at].second = static_cast<std::int32_t>(nodes_.size());
  split(middle, end);
}

void Clearance::approach(Point a, Point b, double& nearest) const {
  struct Entry {
    std::int32_t node;
    double bound;
  };
  const Box box = box_of(a, b);
  const auto bound = [&](std::int32_t node) {
    return box_to_box(box, nodes_[static_cast<std::size_t>(node)].box);
  };
  std::array<Entry, 64> stack;
  std::size_t depth = 0;
  stack[depth++] = {0, bound(0)};
  while (depth > 0 && nearest > 0) {
    const Entry entry = stack[--depth];
    if (entry.bound >= nearest) continue;
    const Node& node = nodes_[static_cast<std::size_t>(entry.node)];
    if (node.second == 0) {
      for (std::int32_t i = node.begin; i < node.end; ++i) {
        const Wall& wall = walls_[static_cast<std::size_t>(i)];
        nearest = std::min(nearest, segment_to_segment(a, b, wall.a, wall.b));
      }
      continue;
    }
    Entry near{entry.node + 1, bound(entry.node + 1)};
    Entry far{node.second, bound(node.second)};
    if (far.bound < near.bound) std::swap(near, far);
    stack[depth++] = far;
    stack[depth++] = near;
  }
}

double Clearance::of(std::span<const Point> path) const {
  double nearest = std::numeric_limits<double>::infinity();
  if (nodes_.empty()) return nearest;
  if (path.size() == 1) approach(path[0], path[0], nearest);
  for (std::size_t i = 1; i < path.size() && nearest > 0; ++i) {
    approach(path[i - 1], path[i], nearest);
  }
  return nearest;
}

}  // namespace fairway
