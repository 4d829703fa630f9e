#include "algorithms/freespace/offset_edges.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>

#include "algorithms/geometry/box_tree.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

constexpr double kMaxStep = std::numbers::pi / 16;

Point usable(Point p) { return {usable_coordinate(p.x), usable_coordinate(p.y)}; }

/// More than rounding can move an edge: crossings are rounded, tiny coordinates become 0.
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

/// Tangents to the arc round a corner, given by their directions from the corner: from the normal
/// of its first wall to that of its last.
class Fan {
 public:
  Fan(Point corner, Point first, Point last) : corner_(corner), first_(first) {
    double span = std::atan2(cross(first, last), dot(first, last));
    if (span < -std::numbers::pi / 2) span += 2 * std::numbers::pi;
    span = std::max(span, 0.0);
    steps_ = static_cast<int>(std::ceil(span / kMaxStep));
    step_ = steps_ > 0 ? span / steps_ : 0;
  }

  Point corner() const { return corner_; }
  int steps() const { return steps_; }
  Point tangent(int k) const { return turned(k * step_); }
  /// Where tangents k and k + 1 meet, for a distance from the corner.
  Point apex(int k, double distance) const {
    return usable(corner_ + distance / std::cos(step_ / 2) * turned((k + 0.5) * step_));
  }

  /// Whether a point is inside the tangents, in their sector.
  bool covers(Point p, double distance) const {
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

 private:
  Point turned(double angle) const {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {c * first_.x - s * first_.y, s * first_.x + c * first_.y};
  }

  Point corner_;
  Point first_;
  int steps_;
  double step_;
};

}  // namespace

struct OffsetEdges::Index {
  explicit Index(const FreeSpace& space)
      : walls(space.walls()), wall_tree(boxes_of(space.walls())) {
    const Triangulation& mesh = space.triangulation();
    std::vector<Box> places;
    for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
      const Corner& corner = space.corner(c);
      if (!corner.reflex) continue;
      const Point p = mesh.point(corner.vertex);
      places.push_back({p, p});
      fans.emplace_back(p, left_normal(p, mesh.point(corner.right)),
                        left_normal(mesh.point(corner.left), p));
    }
    fan_tree = BoxTree(places);
  }

  /// Whether test(i) holds for an item; items farther than `distance` from p may be left out.
  template <class Test>
  static bool any_near(const BoxTree& tree, Point p, double distance, Test test) {
    const Point reach{distance, distance};
    bool found = false;
    tree.visit({p - reach, p + reach}, [&](std::size_t i) {
      found = test(i);
      return !found;
    });
    return found;
  }

  std::span<const Wall> walls;
  BoxTree wall_tree;
  std::vector<Fan> fans;
  BoxTree fan_tree;
};

OffsetEdges::~OffsetEdges() = default;

OffsetEdges::OffsetEdges(const FreeSpace& space, double radius)
    : distance_(radius + rounding_margin(space.box())),
      index_(std::make_unique<const Index>(space)) {
  const double offset = distance_;
  const Triangulation& mesh = space.triangulation();
  const std::span<const Corner> corners = space.corners();
  const auto add = [&](Point a, Point b) {
    if (a == b) return;
    const bool covered = Index::any_near(index_->wall_tree, a, radius, [&](std::size_t i) {
      const Wall& wall = index_->walls[i];
      return distance_to(wall, a) < radius && distance_to(wall, b) < radius;
    });
    if (!covered) edges_.push_back({a, b, 0});
  };

  // The end of the offset line of each corner's first wall, and the start of its last wall's.
  std::vector<Point> first(corners.size());
  std::vector<Point> last(corners.size());
  std::size_t fan = 0;
  for (std::size_t c = 0; c < corners.size(); ++c) {
    const Corner& corner = corners[c];
    const Point p = mesh.point(corner.vertex);
    const Point right = mesh.point(corner.right);
    const Point left = mesh.point(corner.left);
    first[c] = usable(p + offset * left_normal(p, right));
    last[c] = orientation(right, p, left) == 0 && !corner.reflex && right != left
                  ? first[c]
                  : usable(p + offset * left_normal(left, p));
    if (corner.reflex) {
      const Fan& tangents = index_->fans[fan++];
      if (tangents.steps() > 0) {
        first[c] = tangents.apex(0, offset);
        last[c] = tangents.apex(tangents.steps() - 1, offset);
        for (int k = 1; k < tangents.steps(); ++k) {
          add(tangents.apex(k - 1, offset), tangents.apex(k, offset));
        }
        continue;
      }
    }
    add(first[c], last[c]);
  }
  for (std::size_t c = 0; c < corners.size(); ++c) {
    const HalfEdge wall = corners[c].first;
    const CornerId other = space.corner_at(Triangulation::next(wall));
    add(first[c], last[static_cast<std::size_t>(other)]);
  }
}

bool OffsetEdges::covers(Point p) const {
  // Tangents at most kMaxStep apart meet at most 1 / cos(kMaxStep / 2) < 1.005 distances from the
  // corner; the rest of 1.01 is more than rounding.
  const double reach = distance_ * 1.01;
  return Index::any_near(
             index_->wall_tree, p, distance_,
             [&](std::size_t i) { return distance_to(index_->walls[i], p) < distance_; }) ||
         Index::any_near(index_->fan_tree, p, reach,
                         [&](std::size_t i) { return index_->fans[i].covers(p, distance_); });
}

}  // namespace fairway
