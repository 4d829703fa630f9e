#include "algorithms/solvers/clearance_triangulation/wall_feet.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

/// Finds the feet on one wall, see walls_with_feet(). Coordinates along the wall and away from it
/// are rounded. Rounding can only add feet, or move a foot by the last bits.
class FootFinder {
 public:
  explicit FootFinder(const FreeSpace& space) : space_(space), mesh_(space.triangulation()) {}

  /// Finds the feet on a wall, given as a blocked half-edge. Considers only vertices on the free
  /// side of the wall. Appends the feet to `feet`.
  void find(HalfEdge wall, std::vector<Point>& feet) {
    from_ = mesh_.origin_point(wall);
    const Point to = mesh_.destination_point(wall);
    length_ = distance(from_, to);
    along_ = {(to.x - from_.x) / length_, (to.y - from_.y) / length_};
    least_ = std::ldexp(
        std::max({std::abs(from_.x), std::abs(from_.y), std::abs(to.x), std::abs(to.y)}), -48);
    passed_.clear();
    open_.assign(1, {wall, 0, length_, 0});
    while (!open_.empty()) {
      const Entry entry = open_.back();
      open_.pop_back();
      passed_.resize(entry.passed);
      enter(entry, feet);
    }
  }

 private:
  /// Position of a vertex: `t` along the wall, `height` away from the wall.
  struct Place {
    double t;
    double height;
  };
  /// A half-edge through which perpendiculars of the wall enter a triangle. The perpendiculars
  /// begin between `low` and `high` on the wall. `passed` is the number of vertices in passed_ when
  /// the search enters the triangle.
  struct Entry {
    HalfEdge side;
    double low;
    double high;
    std::size_t passed;
  };

  Place place_of(Point p) const {
    const Point way = p - from_;
    return {dot(along_, way), cross(along_, way)};
  }
  /// Consider a circle with a diameter that begins on the wall at t and is perpendicular to the
  /// wall. Returns the largest diameter for which p is not inside the circle.
  static double limit(const Place& p, double t) {
    if (p.height <= 0) return std::numeric_limits<double>::infinity();
    return p.height + (t - p.t) * (t - p.t) / p.height;
  }
  bool all_outside(double t, double height) const {
    return std::all_of(passed_.begin(), passed_.end(),
                       [&](const Place& p) { return height <= limit(p, t) * (1 + 1e-12); });
  }
  bool can_be_nearest(HalfEdge out) const {
    const Corner& corner = space_.corner(space_.corner_at(out));
    return corner.reflex || (corner.right != corner.left &&
                             orientation(mesh_.point(corner.right), mesh_.point(corner.vertex),
                                         mesh_.point(corner.left)) == 0);
  }

  void enter(const Entry& entry, std::vector<Point>& feet) {
    const HalfEdge to_apex = Triangulation::next(entry.side);
    const HalfEdge from_apex = Triangulation::previous(entry.side);
    const Point apex = mesh_.origin_point(from_apex);
    const Place place = place_of(apex);
    if (entry.low <= place.t && place.t <= entry.high && place.t > least_ &&
        place.t < length_ - least_ && all_outside(place.t, place.height) &&
        can_be_nearest(from_apex)) {
      feet.push_back(foot(apex, place.t));
    }
    passed_.push_back(place);
    for (const HalfEdge side : {to_apex, from_apex}) {
      const HalfEdge across = mesh_.across(side);
      if (across == kNoHalfEdge) continue;
      Place left = place_of(mesh_.origin_point(side));
      Place right = place_of(mesh_.destination_point(side));
      if (left.t > right.t) std::swap(left, right);
      double low = std::max(entry.low, left.t);
      double high = std::min(entry.high, right.t);
      if (!(low < high)) continue;
      // A vertex beyond the side can have a foot only between `low` and `high`, as computed here.
      // At any other position of the foot, the circle from the foot to the vertex would contain an
      // end of the side.
      const double slope = (right.height - left.height) / (right.t - left.t);
      if (slope > 0) low = std::max(low, left.t + slope * std::max(left.height, 0.0) * (1 - 1e-12));
      if (slope < 0) {
        high = std::min(high, right.t + slope * std::max(right.height, 0.0) * (1 - 1e-12));
      }
      if (low > high) continue;
      const auto hidden = [&](const Place& p) {
        return left.height + (low - left.t) * slope > limit(p, low) * (1 + 1e-12) &&
               left.height + (high - left.t) * slope > limit(p, high) * (1 + 1e-12);
      };
      if (std::any_of(passed_.begin(), passed_.end(), hidden)) continue;
      open_.push_back({across, low, high, passed_.size()});
    }
  }

  Point foot(Point apex, double t) const {
    if (along_.y == 0) return {apex.x, from_.y};
    if (along_.x == 0) return {from_.x, apex.y};
    return {usable_coordinate(from_.x + t * along_.x), usable_coordinate(from_.y + t * along_.y)};
  }

  const FreeSpace& space_;
  const Triangulation& mesh_;
  Point from_;
  Point along_;
  double length_ = 0;
  double least_ = 0;  // least distance of a foot from an end of the wall
  std::vector<Place> passed_;
  std::vector<Entry> open_;
};

/// Whether p is inside the triangle of h. Returns false if h is kNoHalfEdge. Exact.
bool is_inside(const Triangulation& mesh, HalfEdge h, Point p) {
  if (h == kNoHalfEdge) return false;
  const Point a = mesh.origin_point(h);
  const Point b = mesh.destination_point(h);
  const Point c = mesh.apex_point(h);
  return orientation(a, b, p) > 0 && orientation(b, c, p) > 0 && orientation(c, a, p) > 0;
}

}  // namespace

std::vector<BoundaryEdge> walls_with_feet(const FreeSpace& space, Feet kind) {
  const Triangulation& mesh = space.triangulation();
  FootFinder finder(space);
  std::vector<BoundaryEdge> edges;
  std::vector<Point> feet;
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (!mesh.blocked(h)) continue;
      const HalfEdge twin = mesh.twin(h);
      const bool two_sided = twin != kNoHalfEdge && mesh.is_free(Triangulation::triangle_of(twin));
      if (two_sided && twin < h) continue;
      feet.clear();
      finder.find(h, feet);
      if (two_sided) finder.find(twin, feet);
      const Point from = mesh.origin_point(h);
      const Point to = mesh.destination_point(h);
      std::sort(feet.begin(), feet.end(),
                [&](Point p, Point q) { return distance(from, p) < distance(from, q); });
      const double least = std::ldexp(
          std::max({std::abs(from.x), std::abs(from.y), std::abs(to.x), std::abs(to.y)}), -48);
      Point last = from;
      for (const Point p : feet) {
        if (distance(last, p) <= least || distance(p, to) <= least) continue;
        if (kind != Feet::kAll && orientation(from, to, p) != 0 &&
            !(kind == Feet::kSafe && (is_inside(mesh, h, p) || is_inside(mesh, twin, p)))) {
          continue;
        }
        edges.push_back({last, p, two_sided});
        last = p;
      }
      edges.push_back({last, to, two_sided});
    }
  }
  return edges;
}

}  // namespace fairway
