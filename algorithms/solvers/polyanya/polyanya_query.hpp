#pragma once

#include <algorithm>

#include "algorithms/geometry/infinity.hpp"
#include "algorithms/solvers/polyanya/polyanya_view.hpp"

namespace fairway {

/// Answers one query. `Geometry` is AnyPoints or LatticePoints.
///
/// A path that turns inside a convex polygon can be shortened. So a shortest path turns at a corner
/// only if it passes from one polygon to another around the corner. The search therefore considers
/// a corner only if two open sides of the next polygon meet there, or if the corner lies on one of
/// the two rays that bound the interval.
template <class Geometry>
class PolyanyaQuery {
  using Node = Polyanya::Node;
  using Bound = Polyanya::Bound;
  using Root = Polyanya::Root;
  using Scratch = Polyanya::Scratch;

 public:
  /// Preconditions: Polyanya::shortest has prepared the scratch for this query. No polygon contains
  /// both start and goal.
  PolyanyaQuery(const PolyanyaMesh& mesh, Scratch& scratch, Point start, Point goal)
      : begin_(mesh.begin.data()),
        side_counts_(mesh.side_counts.data()),
        sides_(mesh.sides.data()),
        turns_(mesh.turns.data()),
        exits_(mesh.exits.data()),
        scratch_(scratch),
        blocks_(scratch.blocks.data()),
        goals_(scratch.goals.data()),
        reached_(scratch.turns.data()),
        stamp_(scratch.stamp),
        view_{goal, start} {
    scratch.roots.push({start, 0, distance(start, goal), PolyanyaMesh::kNone, PolyanyaMesh::kNone,
                        false, false, false});
  }

  /// Length of the shortest path; infinity if there is none.
  double run() {
    BucketQueue<std::int32_t>& open = scratch_.open;
    open.clear(scratch_.roots[0].least);
    set_root(0);
    for (const PolygonId p : scratch_.start_polygons) look_from_start(p);
    follow();
    std::uint64_t popped = 0;
    for (BucketQueue<std::int32_t>::Entry entry; open.pop(length_, entry);) {
      if (entry.key >= length_) continue;
      if (entry.value < 0) {
        if (scratch_.roots[index(~entry.value)].superseded) continue;
        turn(~entry.value);
      } else {
        const Node& node = scratch_.nodes[index(entry.value)];
        if (scratch_.roots[index(node.root)].superseded) continue;
        set_root(node.root);
        expand(node);
      }
      ++popped;
      follow();
    }
    scratch_.generated = scratch_.roots.size() + scratch_.nodes.size() + scratch_.expanded;
    scratch_.expanded += popped;
    return length_;
  }

  /// Writes the path that run() found. Does nothing if run() found none.
  void trace(Path& path) const {
    if (length_ == kInfinity) return;
    path.push_back(view_.goal);
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
  using Side = PolyanyaMesh::Side;
  using Turn = PolyanyaMesh::Turn;
  /// Directions in which a path can turn at a corner.
  enum Direction { kToRight, kToLeft, kToEither };

  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }
  std::int32_t side_count(PolygonId p) const { return side_counts_[p]; }
  /// Whether a shortest path can cross the side: its block is between start and goal.
  bool open(const Side* s) const { return blocks_[s->block] == stamp_; }
  bool holds_goal(PolygonId p) const { return goals_[p] == stamp_; }

  void set_root(std::int32_t r) {
    const Root& root = scratch_.roots[index(r)];
    root_ = r;
    view_.from = root.point;
    view_.cost = root.cost;
    view_.straight = root.least;
  }

  auto side(const Bound& bound, Point p) const { return view_.side(bound, p); }
  Bound bound_through(const Side* s) const { return view_.bound_through(*s); }

  void reach_goal() {
    if (view_.straight >= length_) return;
    length_ = view_.straight;
    last_root_ = root_;
  }

  /// Handles the origin of side s. The root sees this point. If the point is a reflex corner, paths
  /// may turn there in either direction.
  void meet(const Side* s) { meet_any<kToEither>(s->turn); }

  template <Direction direction>
  void meet_any(std::int32_t t) {
    if (t != PolyanyaMesh::kNone) meet_corner<direction>(t);
  }

  /// Handles a corner that the root sees. If a path can turn there in the given direction, the
  /// corner becomes a root.
  template <Direction direction>
  [[gnu::noinline]] void meet_corner(std::int32_t t) {
    const Turn& turn = turns_[t];
    const double cost = view_.cost + distance(view_.from, turn.at);
    Scratch::Reached& reached = reached_[t];
    const bool again = reached.stamp == stamp_;
    if (again && cost >= reached.cost) return;
    const auto right = Geometry::turn(view_.from, turn.at, turn.right);
    const auto left = Geometry::turn(view_.from, turn.at, turn.left);
    const bool turns_right = right <= 0 && left <= 0;
    if (direction == kToRight && !turns_right) return;
    const bool turns_left = right >= 0 && left >= 0;
    if (direction == kToLeft && !turns_left) return;
    if (!turns_right && !turns_left) return;
    if (turns_right && turns_left && turn.at == view_.from) return;
    if (again && reached.root != PolyanyaMesh::kNone) {
      scratch_.roots[index(reached.root)].superseded = true;
    }
    const double least = cost + distance(turn.at, view_.goal);
    const auto r = static_cast<std::int32_t>(scratch_.roots.size());
    reached = {cost, stamp_, least < length_ ? r : PolyanyaMesh::kNone};
    if (least >= length_) return;
    scratch_.roots.emplace(turn.at, cost, least, root_, t, turns_right, turns_left, false);
    scratch_.open.push(least, ~r);
  }

  /// Looks from the start through a polygon that contains it.
  void look_from_start(PolygonId p) {
    const Side* const end = sides_ + begin_[p] + side_count(p);
    for (const Side* s = sides_ + begin_[p]; s != end; ++s) {
      if (!open(s)) continue;
      if (Geometry::turn(s->origin, s[1].origin, view_.from) > 0) {
        pass(s, bound_through(s), bound_through(s + 1));
      } else {
        meet(s);
        meet(s + 1);
      }
    }
  }

  /// Expands the intervals that bypass the queue.
  void follow() {
    while (!scratch_.following.empty()) {
      ++scratch_.expanded;
      expand(scratch_.following.pop());
    }
  }

  /// Expands an interval: looks through the polygon beyond it.
  void expand(const Node& node) {
    const Side* const entry = sides_ + node.entry;
    sweep(entry + 1, entry + side_count(entry->polygon), node.right, node.left);
  }

  /// Looks through a polygon between two rays, over its vertices from `right_end` counter-clockwise
  /// to `left_end`. Preconditions: `right_end` is not left of the right ray, and `left_end` is not
  /// right of the left ray.
  [[gnu::always_inline]] void sweep(const Side* right_end, const Side* left_end, Bound right,
                                    Bound left) {
    const Side* s = right_end + 1;
    for (; s != left_end; ++s) {
      const auto from_right = side(right, s->origin);
      if (from_right >= 0) {
        if (from_right > 0) break;
        s = touch(s, left_end, right);
        right.at_vertex = true;
        break;
      }
      right.at_vertex = false;
    }
    if (right.turn != PolyanyaMesh::kNone) {
      if (any_open(right_end, s)) meet_corner<kToRight>(right.turn);
      right.turn = PolyanyaMesh::kNone;
    }
    bool open_before = open(s - 1);
    for (; s != left_end; ++s) {
      const auto from_left = side(left, s->origin);
      if (from_left >= 0) {
        left.at_vertex = from_left == 0;
        if (left.at_vertex) touch(s, left_end, left);
        break;
      }
      const bool open_here = open(s);
      if (open_before || open_here) {
        const Bound bound = bound_through(s);
        if (open_before) pass(s - 1, right, bound);
        right = bound;
      }
      open_before = open_here;
    }
    if (left.turn != PolyanyaMesh::kNone) {
      if (open_before || any_open(s, left_end)) meet_corner<kToLeft>(left.turn);
      left.turn = PolyanyaMesh::kNone;
    }
    if (open_before) pass(s - 1, right, left);
  }

  bool any_open(const Side* s, const Side* end) const {
    for (; s != end; ++s) {
      if (open(s)) return true;
    }
    return false;
  }

  /// Calls meet() for the vertices on a ray, starting at s. Returns the first vertex that is not on
  /// the ray.
  [[gnu::noinline]] const Side* touch(const Side* s, const Side* left_end, const Bound& ray) {
    do {
      meet(s);
      ++s;
    } while (s != left_end && side(ray, s->origin) == 0);
    return s;
  }

  /// Expands a root: looks from the root's corner into a sector. One side of the sector is the wall
  /// towards which the path turns. The other side extends the path from the parent.
  void turn(std::int32_t r) {
    set_root(r);
    const Root& root = scratch_.roots[index(r)];
    const Point parent = scratch_.roots[index(root.parent)].point;
    const Bound ray = view_.bound_onward(parent);
    const Turn& corner = turns_[root.turn];
    const bool right = root.turns_right;
    if (root.turns_left) turn_left(corner, parent, ray);
    if (right) turn_right(corner, parent, ray);
  }

  /// Whether p, a point on the line through the parent and the root, is beyond the root.
  bool ahead(Point parent, Point p) const { return strictly_between(parent, view_.from, p); }

  /// Expands a root at which paths turn left: looks from its left wall clockwise up to `ray`.
  void turn_left(const Turn& corner, Point parent, const Bound& ray) {
    if (side(ray, corner.left) == 0 && ahead(parent, corner.left)) {
      meet_any<kToEither>(corner.beyond_left);
      return;
    }
    const Side* s = sides_ + corner.last;
    if (holds_goal(s->polygon)) {
      reach_goal();
      return;
    }
    const Side* left_end = s + side_count(s->polygon) - 1;
    const auto at_wall = side(ray, left_end->origin);
    if (at_wall < 0) return;
    if (at_wall == 0 && ahead(parent, left_end->origin)) {
      meet(left_end);
      return;
    }
    for (Bound left = bound_through(left_end);;) {
      const Side* const right_end = s + 1;
      const auto at_right = side(ray, right_end->origin);
      if (at_right == 0) meet(right_end);
      const Bound right = at_right >= 0 ? bound_through(right_end) : ray;
      sweep(right_end, left_end, right, left);
      if (at_right <= 0 || s->across == PolyanyaMesh::kNone) return;
      s = sides_ + s->across + 1;
      if (holds_goal(s->polygon)) {
        reach_goal();
        return;
      }
      left_end = s + side_count(s->polygon) - 1;
      left = right;
      left.turn = left_end->turn;
    }
  }

  /// Expands a root at which paths turn right: looks from its right wall counter-clockwise up to
  /// `ray`.
  void turn_right(const Turn& corner, Point parent, const Bound& ray) {
    if (side(ray, corner.right) == 0 && ahead(parent, corner.right)) {
      meet_any<kToEither>(corner.beyond_right);
      return;
    }
    const Side* s = sides_ + corner.first;
    if (holds_goal(s->polygon)) {
      reach_goal();
      return;
    }
    const Side* right_end = s + 1;
    const auto at_wall = side(ray, right_end->origin);
    if (at_wall > 0) return;
    if (at_wall == 0 && ahead(parent, right_end->origin)) {
      meet(right_end);
      return;
    }
    for (Bound right = bound_through(right_end);;) {
      const Side* const left_end = s + side_count(s->polygon) - 1;
      const auto at_left = side(ray, left_end->origin);
      if (at_left == 0) meet(left_end);
      const Bound left = at_left <= 0 ? bound_through(left_end) : ray;
      sweep(right_end, left_end, right, left);
      if (at_left >= 0 || left_end->across == PolyanyaMesh::kNone) return;
      s = sides_ + left_end->across;
      if (holds_goal(s->polygon)) {
        reach_goal();
        return;
      }
      right_end = s + 1;
      right = left;
      right.turn = right_end->turn;
    }
  }

  /// Follows the area between the two rays from the root through the open side s, and on through
  /// further polygons while each of them has only one exit.
  [[gnu::always_inline]] void pass(const Side* s, Bound right, Bound left) {
    std::int32_t entry = s->across;
    for (; !holds_goal(sides_[entry].polygon); entry = s->across) {
      const std::int32_t exit = exits_[entry];
      if (exit == PolyanyaMesh::kNone) {
        wait_or_follow(s, entry, right, left);
        return;
      }
      s = sides_ + exit;
      if (!open(s) || !clip(sides_ + entry, s, right, left)) return;
    }
    if (right.goal < 0) {
      meet_any<kToRight>(right.turn);
    } else if (left.goal > 0) {
      meet_any<kToLeft>(left.turn);
    } else {
      reach_goal();
    }
  }

  /// If the queue would return the interval soon, adds it to `following`, and follow() expands it
  /// next. Otherwise puts it into the queue.
  [[gnu::always_inline]] void wait_or_follow(const Side* s, std::int32_t entry, const Bound& right,
                                             const Bound& left) {
    const double least = view_.least_through(s->origin, sides_[entry].origin, right, left);
    if (least >= length_) return;
    if (least > scratch_.open.horizon()) {
      scratch_.open.push(least, static_cast<std::int32_t>(scratch_.nodes.size()));
      scratch_.nodes.emplace(right, left, entry, root_);
    } else {
      scratch_.following.emplace(right, left, entry, root_);
    }
  }

  /// Like sweep(), for a polygon with one exit. Such a polygon has at most four sides. Narrows the
  /// bounds to the exit. Returns whether the root sees a part of the exit.
  [[gnu::always_inline]] bool clip(const Side* entry, const Side* exit, Bound& right, Bound& left) {
    const Side* const left_end = entry + side_count(entry->polygon);
    const Side* const after = exit + 1;
    const bool right_wall = exit != entry + 1;
    const bool left_wall = after != left_end;
    if (const auto from_right = right_wall ? side(right, exit->origin) : -1; from_right > 0) {
      if (const auto from_left = side(left, exit->origin); from_left >= 0) {
        if (from_left == 0) touch(exit, left_end, left);
        meet_any<kToLeft>(left.turn);
        return false;
      }
      right = bound_through(exit);
    } else {
      if (right_wall) {
        right.at_vertex = from_right == 0;
        if (right.at_vertex) meet(exit);
      }
      meet_any<kToRight>(right.turn);
      right.turn = PolyanyaMesh::kNone;
      if (left_wall) {
        const auto beyond = side(right, after->origin);
        if (beyond == 0) meet(after);
        if (beyond <= 0) return false;
      }
    }
    if (left_wall) {
      const auto from_left = side(left, after->origin);
      if (from_left < 0) {
        left = bound_through(after);
        return true;
      }
      left.at_vertex = from_left == 0;
      if (left.at_vertex) meet(after);
    }
    meet_any<kToLeft>(left.turn);
    left.turn = PolyanyaMesh::kNone;
    return true;
  }

  const std::int32_t* begin_;
  const std::int32_t* side_counts_;
  const Side* sides_;
  const Turn* turns_;
  const std::int32_t* exits_;
  Scratch& scratch_;
  const std::uint32_t* blocks_;
  const std::uint32_t* goals_;
  Scratch::Reached* reached_;
  std::uint32_t stamp_;
  std::int32_t root_ = 0;  // root of the view
  PolyanyaView<Geometry> view_;
  double length_ = kInfinity;
  std::int32_t last_root_ = PolyanyaMesh::kNone;
};

}  // namespace fairway
