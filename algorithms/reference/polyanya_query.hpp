#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/reference/polyanya.hpp"

namespace fairway {

inline double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }

/// Orientations of points of any coordinates. A ray is kept as a point on it or opposite to it.
struct AnyPoints {
  using Bound = Polyanya::Bound;
  static Point ray(Point, Point through) { return through; }
  static Bound onward(Point parent, Point) { return {parent, 0, true, true}; }
  static int side(const Bound& bound, Point root, Point p) {
    const int s = orientation(root, bound.ray, p);
    return bound.opposite ? -s : s;
  }
  static int turn(Point a, Point b, Point c) { return orientation(a, b, c); }
  static Point direction(const Bound& bound, Point root) {
    return bound.opposite ? root - bound.ray : bound.ray - root;
  }
};

/// Orientations of points of a lattice on which they are not rounded. A ray is kept as a vector.
struct LatticePoints {
  using Bound = Polyanya::Bound;
  static Point ray(Point root, Point through) { return through - root; }
  static Bound onward(Point parent, Point root) { return {root - parent, 0, false, true}; }
  static double side(const Bound& bound, Point root, Point p) { return cross(bound.ray, p - root); }
  static double turn(Point a, Point b, Point c) { return cross(b - a, c - a); }
  static Point direction(const Bound& bound, Point) { return bound.ray; }
};

/// One search. `Geometry` decides orientations.
template <class Geometry>
class PolyanyaQuery {
 public:
  using Node = Polyanya::Node;
  using Bound = Polyanya::Bound;
  using Root = Polyanya::Root;
  using Scratch = Polyanya::Scratch;

  /// The scratch has this query's stamps and polygons, and no polygon holds both ends.
  PolyanyaQuery(const PolyanyaMesh& mesh, Scratch& scratch, Point start, Point goal)
      : begin_(mesh.begin.data()),
        sides_(mesh.sides.data()),
        turns_(mesh.turns.data()),
        scratch_(scratch),
        blocks_(scratch.blocks.data()),
        goals_(scratch.goals.data()),
        stamp_(scratch.stamp),
        goal_(goal) {
    scratch.roots.push_back({start, 0, distance(start, goal), PolyanyaMesh::kNone,
                             PolyanyaMesh::kNone, false, false, false});
  }

  double run() {
    set_root(0);
    for (const PolygonId p : scratch_.start_polygons) look_from_start(p);
    OpenHeap<Polyanya::Open>& open = scratch_.open;
    for (;;) {
      if (next_.key == kInfinity) {
        if (open.empty()) break;
        next_ = open.top();
        open.pop();
      }
      if (next_.key >= length_) break;
      const std::int32_t id = next_.id;
      next_.key = kInfinity;
      if (id < 0) {
        if (scratch_.roots[index(~id)].superseded) continue;
        ++scratch_.expanded;
        turn(~id);
      } else {
        const Node node = scratch_.nodes[index(id)];
        if (scratch_.roots[index(node.root)].superseded) continue;
        ++scratch_.expanded;
        expand(node);
      }
      if (next_.key != kInfinity && !open.empty() && open.top().key < next_.key) {
        open.push(next_);
        next_.key = kInfinity;
      }
    }
    return length_;
  }

  void trace(Path& path) const {
    if (length_ == kInfinity) return;
    path.push_back(goal_);
    for (std::int32_t r = last_root_; r != PolyanyaMesh::kNone;
         r = scratch_.roots[index(r)].parent) {
      const Root& root = scratch_.roots[index(r)];
      if (root.point != path.back() || root.parent == PolyanyaMesh::kNone) {
        path.push_back(root.point);
      }
    }
    std::ranges::reverse(path);
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  using Side = PolyanyaMesh::Side;
  using Turn = PolyanyaMesh::Turn;

  /// The sides of one polygon, in a circle.
  struct Ring {
    std::int32_t begin;
    std::int32_t end;
    std::int32_t next(std::int32_t s) const { return s + 1 == end ? begin : s + 1; }
    std::int32_t previous(std::int32_t s) const { return (s == begin ? end : s) - 1; }
  };

  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }
  Ring ring(PolygonId p) const { return {begin_[p], begin_[p + 1]}; }
  bool open(std::int32_t s) const { return blocks_[sides_[s].block] == stamp_; }
  bool holds_goal(PolygonId p) const { return goals_[p] == stamp_; }

  void set_root(std::int32_t r) {
    const Root& root = scratch_.roots[index(r)];
    root_ = r;
    from_ = root.point;
    cost_ = root.cost;
    straight_ = root.least;
  }

  double side(const Bound& bound, Point p) const { return Geometry::side(bound, from_, p); }
  Bound bound_through(std::int32_t s, bool closed) const {
    Bound bound{Geometry::ray(from_, sides_[s].origin), 0, false, closed};
    bound.goal = side(bound, goal_);
    return bound;
  }

  void offer(double key, std::int32_t id) {
    ++scratch_.generated;
    if (key < next_.key) std::swap(key, next_.key), std::swap(id, next_.id);
    if (key != kInfinity) scratch_.open.push({key, id});
  }

  void reach_goal() {
    if (straight_ >= length_) return;
    length_ = straight_;
    last_root_ = root_;
  }

  /// The root sees the origin of s. Returns whether a path can turn there.
  bool meet(std::int32_t s) {
    return sides_[s].turn != PolyanyaMesh::kNone && meet_corner(sides_[s].turn);
  }

  /// The root sees a corner: it becomes a root too where a path can turn at it.
  bool meet_corner(std::int32_t t) {
    const Turn& turn = turns_[t];
    const auto right = Geometry::turn(from_, turn.at, turn.right);
    const auto left = Geometry::turn(from_, turn.at, turn.left);
    const bool turns_left = right >= 0 && left >= 0;
    const bool turns_right = right <= 0 && left <= 0;
    if ((!turns_left && !turns_right) || turn.at == from_) return false;
    const double cost = cost_ + distance(from_, turn.at);
    Scratch::Reached& reached = scratch_.turns[index(t)];
    if (reached.stamp == stamp_) {
      if (cost >= reached.cost) return true;
      if (reached.root != PolyanyaMesh::kNone) {
        scratch_.roots[index(reached.root)].superseded = true;
      }
    }
    const double least = cost + distance(turn.at, goal_);
    const auto r = static_cast<std::int32_t>(scratch_.roots.size());
    reached = {cost, stamp_, least < length_ ? r : PolyanyaMesh::kNone};
    if (least >= length_) return true;
    scratch_.roots.push_back({turn.at, cost, least, root_, t, turns_right, turns_left, false});
    offer(least, ~r);
    return true;
  }

  /// The start is in the polygon or on its border.
  void look_from_start(PolygonId p) {
    const Ring around = ring(p);
    for (std::int32_t s = around.begin; s != around.end; ++s) {
      const std::int32_t after = around.next(s);
      const bool right_closed = !meet(s);
      const bool left_closed = !meet(after);
      if (open(s) && Geometry::turn(sides_[s].origin, sides_[after].origin, from_) > 0) {
        pass(s, after, bound_through(s, right_closed), bound_through(after, left_closed), true,
             true);
      }
    }
  }

  /// Looks through the polygon behind an interval.
  void expand(const Node& node) {
    set_root(node.root);
    const PolygonId p = sides_[node.entry].polygon;
    if (holds_goal(p)) {
      if (node.right.goal >= 0 && node.left.goal <= 0) reach_goal();
      return;
    }
    const Ring around = ring(p);
    sweep(around, around.next(node.entry), node.entry, node.right, node.left, false, false);
  }

  /// Looks through a polygon over its vertices from `right_end` counter-clockwise to `left_end`,
  /// which are met already, between two rays of which the right one does not pass left of its end,
  /// nor the left one right of its own.
  void sweep(Ring around, std::int32_t right_end, std::int32_t left_end, Bound right, Bound left,
             bool right_at_vertex, bool left_at_vertex) {
    std::int32_t before = right_end;
    std::int32_t s = around.next(before);
    for (; s != left_end; s = around.next(s)) {
      const auto from_right = side(right, sides_[s].origin);
      if (from_right > 0) break;
      right_at_vertex = from_right == 0;
      if (right_at_vertex && right.closed) {
        right.closed = !meet(s);
      }
      before = s;
    }
    for (; s != left_end; s = around.next(s)) {
      const auto from_left = side(left, sides_[s].origin);
      if (from_left >= 0) {
        left_at_vertex = from_left == 0;
        if (left_at_vertex && left.closed) touch_left(around, s, left_end, left);
        break;
      }
      const bool open_before = open(before);
      const bool open_here = open(s);
      if (open_before || open_here) {
        const Bound bound = bound_through(s, !meet(s));
        if (open_before) pass(before, s, right, bound, right_at_vertex, true);
        right = bound;
        right_at_vertex = true;
      }
      before = s;
    }
    if (open(before)) pass(before, s, right, left, right_at_vertex, left_at_vertex);
  }

  /// Meets the vertices on the left ray, the nearest first; s is the farthest.
  void touch_left(Ring around, std::int32_t s, std::int32_t left_end, Bound& left) {
    std::int32_t nearest = s;
    for (std::int32_t t = around.next(s); t != left_end; t = around.next(t)) {
      if (side(left, sides_[t].origin) == 0) nearest = t;
    }
    for (std::int32_t t = nearest; left.closed; t = around.previous(t)) {
      left.closed = !meet(t);
      if (t == s) break;
    }
  }

  /// Looks round a corner at which a path from the parent turns: between the ray on which it came
  /// and the wall that it turns to.
  void turn(std::int32_t r) {
    set_root(r);
    const Root& root = scratch_.roots[index(r)];
    const Point parent = scratch_.roots[index(root.parent)].point;
    Bound ray = Geometry::onward(parent, from_);
    ray.goal = side(ray, goal_);
    const Turn& corner = turns_[root.turn];
    const bool right = root.turns_right;
    if (root.turns_left) turn_left(corner, parent, ray);
    if (right) turn_right(corner, parent, ray);
  }

  /// Whether a point on the line of the ray is on the ray.
  bool ahead(Point parent, Point p) const { return strictly_between(parent, from_, p); }

  /// From the left wall clockwise to the ray.
  void turn_left(const Turn& corner, Point parent, const Bound& ray) {
    if (side(ray, corner.left) == 0 && ahead(parent, corner.left)) {
      if (corner.beyond_left != PolyanyaMesh::kNone) meet_corner(corner.beyond_left);
      return;
    }
    for (std::int32_t s = corner.last;;) {
      const PolygonId p = sides_[s].polygon;
      if (holds_goal(p)) {
        reach_goal();
        return;
      }
      const Ring around = ring(p);
      const std::int32_t left_end = around.previous(s);
      const std::int32_t right_end = around.next(s);
      const auto at_left = side(ray, sides_[left_end].origin);
      if (at_left < 0) return;
      if (at_left == 0 && ahead(parent, sides_[left_end].origin)) {
        meet(left_end);
        return;
      }
      const Bound left = bound_through(left_end, !meet(left_end));
      const auto at_right = side(ray, sides_[right_end].origin);
      if (at_right >= 0) {
        const bool turns = meet(right_end);
        sweep(around, right_end, left_end, bound_through(right_end, !turns), left, true, true);
      } else {
        sweep(around, right_end, left_end, ray, left, false, true);
      }
      if (at_right <= 0 || sides_[s].across == PolyanyaMesh::kNone) return;
      const std::int32_t across = sides_[s].across;
      s = ring(sides_[across].polygon).next(across);
    }
  }

  /// From the right wall counter-clockwise to the ray.
  void turn_right(const Turn& corner, Point parent, const Bound& ray) {
    if (side(ray, corner.right) == 0 && ahead(parent, corner.right)) {
      if (corner.beyond_right != PolyanyaMesh::kNone) meet_corner(corner.beyond_right);
      return;
    }
    for (std::int32_t s = corner.first;;) {
      const PolygonId p = sides_[s].polygon;
      if (holds_goal(p)) {
        reach_goal();
        return;
      }
      const Ring around = ring(p);
      const std::int32_t left_end = around.previous(s);
      const std::int32_t right_end = around.next(s);
      const auto at_right = side(ray, sides_[right_end].origin);
      if (at_right > 0) return;
      if (at_right == 0 && ahead(parent, sides_[right_end].origin)) {
        meet(right_end);
        return;
      }
      const Bound right = bound_through(right_end, !meet(right_end));
      const auto at_left = side(ray, sides_[left_end].origin);
      if (at_left <= 0) {
        const bool turns = meet(left_end);
        sweep(around, right_end, left_end, right, bound_through(left_end, !turns), true, true);
      } else {
        sweep(around, right_end, left_end, right, ray, true, false);
      }
      if (at_left >= 0 || sides_[left_end].across == PolyanyaMesh::kNone) return;
      s = sides_[left_end].across;
    }
  }

  /// An interval of an open side, from the origin of s to that of `after`.
  void pass(std::int32_t s, std::int32_t after, const Bound& right, const Bound& left,
            bool right_at_vertex, bool left_at_vertex) {
    const double least = least_through(sides_[s].origin, sides_[after].origin, right, left,
                                       right_at_vertex, left_at_vertex);
    if (least >= length_) return;
    const auto id = static_cast<std::int32_t>(scratch_.nodes.size());
    scratch_.nodes.push_back({right, left, sides_[s].across, root_});
    offer(least, id);
  }

  /// A lower bound for paths over the root through the interval of ab to the goal.
  double least_through(Point a, Point b, const Bound& right, const Bound& left,
                       bool right_at_vertex, bool left_at_vertex) const {
    const Point edge = b - a;
    const double height = cross(edge, goal_ - a);
    Point to = goal_;
    bool too_right = right.goal < 0;
    bool too_left = left.goal > 0;
    if (height > 0) {  // on the root's side of the edge: mirrored
      const double scale = 2 * height / (edge.x * edge.x + edge.y * edge.y);
      to = {goal_.x + scale * edge.y, goal_.y - scale * edge.x};
      too_right = cross(Geometry::direction(right, from_), to - from_) < 0;
      too_left = cross(Geometry::direction(left, from_), to - from_) > 0;
    } else if (!too_right && !too_left) {
      return straight_;
    }
    if (too_right) {
      const Point by = right_at_vertex ? a : on_edge(right, a, edge, a);
      return cost_ + distance(from_, by) + distance(by, to);
    }
    if (too_left) {
      const Point by = left_at_vertex ? b : on_edge(left, a, edge, b);
      return cost_ + distance(from_, by) + distance(by, to);
    }
    return cost_ + distance(from_, to);
  }

  /// Where a bound meets an edge from a; `end`, beyond it, where they are nearly parallel.
  Point on_edge(const Bound& bound, Point a, Point edge, Point end) const {
    const Point direction = Geometry::direction(bound, from_);
    const double at_a = cross(direction, a - from_);
    const double whole = -cross(direction, edge);
    constexpr double kParallel = 1e-6;
    const double lengths = (direction.x * direction.x + direction.y * direction.y) *
                           (edge.x * edge.x + edge.y * edge.y);
    if (whole * whole <= kParallel * lengths) return end;
    const double t = std::clamp(at_a / whole, 0.0, 1.0);
    return {a.x + t * edge.x, a.y + t * edge.y};
  }

  const std::int32_t* begin_;
  const Side* sides_;
  const Turn* turns_;
  Scratch& scratch_;
  const std::uint32_t* blocks_;
  const std::uint32_t* goals_;
  std::uint32_t stamp_;
  Point goal_;
  Polyanya::Open next_{kInfinity, 0};  // the least of those that the last expansion made
  std::int32_t root_ = 0;              // of what is looked at now
  Point from_;
  double cost_ = 0;
  double straight_ = 0;
  double length_ = kInfinity;
  std::int32_t last_root_ = PolyanyaMesh::kNone;
};

}  // namespace fairway
