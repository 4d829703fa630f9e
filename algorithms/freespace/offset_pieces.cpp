#include "algorithms/freespace/offset_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

constexpr double kMaxStep = std::numbers::pi / 16;

Point usable(Point p) { return {usable_coordinate(p.x), usable_coordinate(p.y)}; }

}  // namespace

double rounding_margin(const Box& box) {
  return std::ldexp(std::max({std::abs(box.min.x), std::abs(box.min.y), std::abs(box.max.x),
                              std::abs(box.max.y)}),
                    -45) +
         2 * kMinInputCoordinate;
}

Point left_normal(Point a, Point b) {
  const double run = distance(a, b);
  return {(a.y - b.y) / run, (b.x - a.x) / run};
}

double distance_to(const Wall& wall, Point p) {
  return distance(p, nearest_on_segment(wall.a, wall.b, p));
}

Fan::Fan(Point corner, Point first, Point last) : corner_(corner), first_(first) {
  double span = std::atan2(cross(first, last), dot(first, last));
  if (span < -std::numbers::pi / 2) span += 2 * std::numbers::pi;
  span = std::max(span, 0.0);
  steps_ = static_cast<int>(std::ceil(span / kMaxStep));
  step_ = steps_ > 0 ? span / steps_ : 0;
}

Point Fan::apex(int k, double distance) const {
  return usable(corner_ + distance / std::cos(step_ / 2) * turned((k + 0.5) * step_));
}

bool Fan::covers(Point p, double distance) const {
  const Point way = p - corner_;
  for (int k = 0; k < steps_; ++k) {
    const Point u = tangent(k);
    const Point v = tangent(k + 1);
    if (cross(u, way) >= 0 && cross(way, v) >= 0) {
      return dot(u, way) < distance && dot(v, way) < distance;
    }
  }
  return false;
}

double Fan::steps_to(Point direction) const {
  if (steps_ == 0) return 0;
  const double middle = 0.5 * steps_ * step_;
  const Point bisector = turned(middle);
  return (middle + std::atan2(cross(bisector, direction), dot(bisector, direction))) / step_;
}

std::optional<double> Fan::extent(Point direction, double tolerance) const {
  if (steps_ == 0) {
    return dot(first_, direction) > 0 && std::abs(cross(first_, direction)) < tolerance
               ? std::optional(1.0)
               : std::nullopt;
  }
  const double at = steps_to(direction);
  if (at * step_ < -tolerance || (at - steps_) * step_ > tolerance) return std::nullopt;
  const double k = std::clamp(std::floor(at), 0.0, steps_ - 1.0);
  return std::cos((at - k - 0.5) * step_) / std::cos(step_ / 2);
}

Point Fan::turned(double angle) const {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * first_.x - s * first_.y, s * first_.x + c * first_.y};
}

OffsetCorner::OffsetCorner(const CornerPlace& corner, double distance) {
  const auto& [at, right, left, reflex] = corner;
  const Point first_normal = left_normal(at, right);
  const Point last_normal = left_normal(left, at);
  first = usable(at + distance * first_normal);
  last = orientation(right, at, left) == 0 && !reflex && right != left
             ? first
             : usable(at + distance * last_normal);
  if (!reflex) return;
  fan.emplace(at, first_normal, last_normal);
  if (fan->steps() == 0) return;
  first = fan->apex(0, distance);
  last = fan->apex(fan->steps() - 1, distance);
}

}  // namespace fairway
