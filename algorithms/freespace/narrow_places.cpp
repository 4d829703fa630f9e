#include "algorithms/freespace/narrow_places.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

/// Distance of p from segment ab, rounded.
double distance_to_segment(Point p, Point a, Point b) {
  if (dot_sign(a, b, a, p) <= 0) return distance(a, p);
  if (dot_sign(b, a, b, p) <= 0) return distance(b, p);
  return std::abs(signed_twice_area(a, b, p)) / distance(a, b);
}

/// Finds the narrowest passage. Looks from each reflex corner (the root) in all directions that are
/// at least 90 degrees from both walls of the corner.
class PassageSearch {
 public:
  explicit PassageSearch(const FreeSpace& space) : space_(space), mesh_(space.triangulation()) {}

  std::optional<Gap> find() {
    for (const Corner& corner : space_.corners()) {
      if (corner.reflex) look_from(corner);
    }
    return best_.width < kInfinity ? std::optional(best_) : std::nullopt;
  }

 private:
  /// The part of edge `through` that the root sees. It lies between the rays from the root through
  /// `right` and `left`.
  struct Cone {
    HalfEdge through;
    Point right;
    Point left;
  };

  void look_from(const Corner& corner) {
    corner_ = &corner;
    root_ = mesh_.point(corner.vertex);
    right_wall_ = mesh_.point(corner.right);
    left_wall_ = mesh_.point(corner.left);
    for (HalfEdge g = corner.first; g != kNoHalfEdge;
         g = mesh_.across(Triangulation::previous(g))) {
      const HalfEdge out = Triangulation::next(g);
      meet(out);
      meet(Triangulation::next(out));
      stack_.push_back({out, mesh_.origin_point(out), mesh_.destination_point(out)});
      expand();
    }
  }

  void expand() {
    while (!stack_.empty()) {
      const Cone cone = stack_.back();
      stack_.pop_back();
      if (leads_along_wall(cone) || too_far(cone.through)) continue;
      const HalfEdge in = mesh_.across(cone.through);
      if (in == kNoHalfEdge) {
        meet_wall(cone);
        continue;
      }
      const Point apex = mesh_.apex_point(in);
      const int from_right = orientation(root_, cone.right, apex);
      const int from_left = orientation(root_, cone.left, apex);
      if (from_right >= 0 && from_left <= 0) meet(Triangulation::previous(in));
      if (from_right > 0) {
        const bool within = from_left < 0;
        stack_.push_back({Triangulation::next(in), cone.right, within ? apex : cone.left});
      }
      if (from_left < 0) {
        const bool within = from_right > 0;
        stack_.push_back({Triangulation::previous(in), within ? apex : cone.right, cone.left});
      }
    }
  }

  /// Whether one of the root's walls is less than 90 degrees from every direction of the cone.
  bool leads_along_wall(const Cone& cone) const {
    const auto all_along = [&](Point wall) {
      return dot_sign(root_, cone.right, root_, wall) > 0 &&
             dot_sign(root_, cone.left, root_, wall) > 0;
    };
    return all_along(right_wall_) || all_along(left_wall_);
  }

  bool too_far(HalfEdge h) const {
    constexpr double kRounding = 1 + 1e-9;
    return distance_to_segment(root_, mesh_.origin_point(h), mesh_.destination_point(h)) >=
           best_.width * kRounding;
  }

  /// Updates `best_` if the passage from the root to the origin of `at` is narrower than `best_`.
  /// Precondition: the root sees the origin of `at`.
  void meet(HalfEdge at) {
    const Corner& other = space_.corner(space_.corner_at(at));
    const Point p = mesh_.point(other.vertex);
    if (other.vertex == corner_->vertex) return;
    const double width = distance(root_, p);
    if (width >= best_.width) return;
    if (dot_sign(root_, p, root_, right_wall_) > 0 || dot_sign(root_, p, root_, left_wall_) > 0 ||
        dot_sign(p, root_, p, mesh_.point(other.right)) > 0 ||
        dot_sign(p, root_, p, mesh_.point(other.left)) > 0) {
      return;
    }
    best_ = {width, root_, p};
  }

  /// Updates `best_` if the passage from the root to the nearest point of the wall
  /// `cone.through` is narrower than `best_`. Does nothing if the root does not see the nearest
  /// point.
  void meet_wall(const Cone& cone) {
    const Point a = mesh_.origin_point(cone.through);
    const Point b = mesh_.destination_point(cone.through);
    if (dot_sign(a, b, a, root_) <= 0 || dot_sign(b, a, b, root_) <= 0) return;
    // The root is on the left of ab, so the nearest point lies in direction ab turned clockwise.
    const auto turned = [](Point p) { return Point{p.y, -p.x}; };
    const auto along = [&](Point wall) { return dot_sign(turned(a), turned(b), root_, wall) > 0; };
    if (along(right_wall_) || along(left_wall_)) return;
    // The root sees the nearest point if it is left of the right bound and right of the left bound.
    if (dot_sign(root_, cone.right, a, b) > 0 || dot_sign(root_, cone.left, a, b) < 0) return;
    const double width = std::abs(signed_twice_area(a, b, root_)) / distance(a, b);
    if (width < best_.width) best_ = {width, root_, nearest_on_segment(a, b, root_)};
  }

  const FreeSpace& space_;
  const Triangulation& mesh_;
  const Corner* corner_ = nullptr;
  Point root_;
  Point right_wall_;
  Point left_wall_;
  Gap best_{kInfinity, {}, {}};
  std::vector<Cone> stack_;
};

/// Returns the angle between the directions from `at` to a and b in degrees, rounded.
double angle_between(Point at, Point a, Point b) {
  const double dot = (a.x - at.x) * (b.x - at.x) + (a.y - at.y) * (b.y - at.y);
  return std::atan2(std::abs(signed_twice_area(at, a, b)), dot) * 180 / std::numbers::pi;
}

}  // namespace

std::optional<Gap> narrowest_passage(const FreeSpace& space) { return PassageSearch(space).find(); }

BorderAngle smallest_angle(const FreeSpace& space) {
  // Each edge occurs once in each direction.
  std::vector<std::pair<Point, Point>> edges;
  for (const Wall& wall : space.walls()) {
    edges.emplace_back(wall.a, wall.b);
    edges.emplace_back(wall.b, wall.a);
  }
  const auto around = [](const auto& e, const auto& f) {
    if (e.first != f.first) return e.first < f.first;
    const Point at = e.first;
    const auto upper = [&](Point p) { return p.y > at.y || (p.y == at.y && p.x > at.x); };
    if (upper(e.second) != upper(f.second)) return upper(e.second);
    return orientation(at, e.second, f.second) > 0;
  };
  std::sort(edges.begin(), edges.end(), around);
  BorderAngle least{360, {}};
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    const Point at = edges[begin].first;
    while (end < edges.size() && edges[end].first == at) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t next = i + 1 < end ? i + 1 : begin;
      if (next == i) continue;
      const double degrees = angle_between(at, edges[i].second, edges[next].second);
      if (degrees < least.degrees) least = {degrees, at};
    }
  }
  return least;
}

NearVertices near_vertices(const FreeSpace& space, double limit, std::size_t most) {
  std::vector<Point> points;
  for (const Wall& wall : space.walls()) points.insert(points.end(), {wall.a, wall.b});
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  // Sweep from left to right. The window has points up to `reach` to the left of p, sorted by y.
  const auto by_y = [](Point a, Point b) { return a.y != b.y ? a.y < b.y : a.x < b.x; };
  std::set<Point, decltype(by_y)> window(by_y);
  NearVertices near{{std::numeric_limits<double>::infinity(), {}, {}}, 0};
  std::size_t oldest = 0;
  for (const Point p : points) {
    const double reach =
        near.pairs < most ? std::max(limit, near.nearest.width) : near.nearest.width;
    while (p.x - points[oldest].x > reach) window.erase(points[oldest++]);
    for (auto q = window.lower_bound({-std::numeric_limits<double>::infinity(), p.y - reach});
         q != window.end() && q->y <= p.y + reach; ++q) {
      const double width = distance(*q, p);
      if (width < limit && near.pairs < most) ++near.pairs;
      if (width < near.nearest.width) near.nearest = {width, *q, p};
    }
    window.insert(p);
  }
  return near;
}

}  // namespace fairway
