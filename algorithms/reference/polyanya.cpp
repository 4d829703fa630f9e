#include "algorithms/reference/polyanya.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int32_t kNoRoot = -1;

double cross(Point o, Point a, Point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

bool later(const Polyanya::Open& a, const Polyanya::Open& b) { return a.least > b.least; }

class Query {
 public:
  using Node = Polyanya::Node;
  using Bound = Polyanya::Bound;
  using Root = Polyanya::Root;

  Query(const FreeSpace& space, Polyanya::Scratch& scratch, const Location& start,
        const Location& goal)
      : space_(space), mesh_(space.triangulation()), scratch_(scratch), start_(start), goal_(goal) {
    scratch.heap.clear();
    scratch.nodes.clear();
    scratch.roots.clear();
    scratch.expanded = scratch.generated = 0;
    if (scratch.cost_of.size() < space.corners().size() || ++scratch.stamp == 0) {
      scratch.cost_of.resize(std::max(scratch.cost_of.size(), space.corners().size()));
      scratch.stamp_of.assign(scratch.cost_of.size(), 0);
      scratch.stamp = 1;
    }
  }

  double run() {
    scratch_.roots.push_back({start_.point, 0, kNoCorner, kNoRoot});
    look_around();
    std::vector<Polyanya::Open>& heap = scratch_.heap;
    while (!heap.empty() && heap.front().least < length_) {
      std::ranges::pop_heap(heap, later);
      const Node node = scratch_.nodes[static_cast<std::size_t>(heap.back().node)];
      heap.pop_back();
      const Root& root = root_of(node);
      if (root.corner != kNoCorner && root.cost > cost_of(root.corner)) continue;
      ++scratch_.expanded;
      expand(node);
    }
    return length_;
  }

  void trace(Path& path) const {
    path.clear();
    if (length_ == kInfinity) return;
    path.push_back(goal_.point);
    for (std::int32_t r = last_root_; r != kNoRoot; r = root(r).parent) {
      if (root(r).point != path.back() || root(r).parent == kNoRoot) path.push_back(root(r).point);
    }
    std::ranges::reverse(path);
  }

 private:
  static HalfEdge next(HalfEdge h) { return Triangulation::next(h); }
  static HalfEdge previous(HalfEdge h) { return Triangulation::previous(h); }

  const Root& root(std::int32_t r) const { return scratch_.roots[static_cast<std::size_t>(r)]; }
  const Root& root_of(const Node& node) const { return root(node.root); }

  double cost_of(CornerId c) const {
    const auto i = static_cast<std::size_t>(c);
    return scratch_.stamp_of[i] == scratch_.stamp ? scratch_.cost_of[i] : kInfinity;
  }

  void look_around() {
    const HalfEdge h = start_.half_edge;
    switch (start_.place) {
      case Place::kBlocked:
        return;
      case Place::kTriangle:
        look_from_triangle(h);
        return;
      case Place::kEdge:
        look_from_triangle(h);
        if (const HalfEdge other = mesh_.twin(h);
            other != kNoHalfEdge && mesh_.is_free(Triangulation::triangle_of(other))) {
          look_from_triangle(other);
        }
        return;
      case Place::kVertex:
        for (const CornerId c : space_.corners_of(mesh_.origin(h))) {
          for (HalfEdge g = space_.corner(c).first; g != kNoHalfEdge;
               g = mesh_.across(previous(g))) {
            see_goal(g, 0);
            const bool a = meet(0, next(g));
            const bool b = meet(0, previous(g));
            look(0, next(g), {mesh_.origin_point(next(g)), false, !a},
                 {mesh_.origin_point(previous(g)), false, !b});
          }
        }
        return;
    }
  }

  /// From the start inside a triangle or on one of its edges.
  void look_from_triangle(HalfEdge h) {
    see_goal(h, 0);
    for (const HalfEdge g : {h, next(h), previous(h)}) {
      const bool from = meet(0, g);
      const bool to = meet(0, next(g));
      if (orientation(mesh_.origin_point(g), mesh_.destination_point(g), start_.point) == 0) {
        continue;
      }
      look(0, g, {mesh_.origin_point(g), false, !from}, {mesh_.destination_point(g), false, !to});
    }
  }

  bool holds_goal(HalfEdge in) const {
    const TriangleId t = Triangulation::triangle_of(in);
    const HalfEdge h = goal_.half_edge;
    switch (goal_.place) {
      case Place::kTriangle:
        return t == Triangulation::triangle_of(h);
      case Place::kEdge: {
        const HalfEdge other = mesh_.twin(h);
        return t == Triangulation::triangle_of(h) ||
               (other != kNoHalfEdge && t == Triangulation::triangle_of(other));
      }
      case Place::kVertex: {
        const VertexId v = mesh_.origin(h);
        return mesh_.origin(in) == v || mesh_.destination(in) == v || mesh_.apex(in) == v;
      }
      case Place::kBlocked:
        break;
    }
    return false;
  }

  /// The root touches a triangle: it sees the goal if that is in it.
  void see_goal(HalfEdge in, std::int32_t r) {
    if (holds_goal(in)) reach_goal(r);
  }

  void reach_goal(std::int32_t r) {
    const double length = root(r).cost + distance(root(r).point, goal_.point);
    if (length >= length_) return;
    length_ = length;
    last_root_ = r;
  }

  /// The root sees the origin of `at`, through at's triangle or along its border. Returns whether
  /// that is a reflex corner; where a path can turn at it, it becomes a root.
  bool meet(std::int32_t r, HalfEdge at) {
    const CornerId id = space_.corner_at(at);
    const Corner& corner = space_.corner(id);
    if (!corner.reflex) return false;
    const Root from = root(r);
    const Point c = mesh_.point(corner.vertex);
    if (c == from.point) return true;
    const int right = orientation(from.point, c, mesh_.point(corner.right));
    const int left = orientation(from.point, c, mesh_.point(corner.left));
    if (right * left < 0) return true;
    const double cost = from.cost + distance(from.point, c);
    if (cost >= cost_of(id)) return true;
    scratch_.cost_of[static_cast<std::size_t>(id)] = cost;
    scratch_.stamp_of[static_cast<std::size_t>(id)] = scratch_.stamp;
    const auto index = static_cast<std::int32_t>(scratch_.roots.size());
    scratch_.roots.push_back({c, cost, id, r});
    push(cost + distance(c, goal_.point), {kNoHalfEdge, index, {}, {}});
    return true;
  }

  /// The root sees the origin of `at` along a wall: and on, where the wall is straight there.
  void slide(std::int32_t r, HalfEdge at) {
    const Point from = root(r).point;
    while (!meet(r, at)) {
      const Corner& corner = space_.corner(space_.corner_at(at));
      const Point v = mesh_.point(corner.vertex);
      const Point right = mesh_.point(corner.right);
      const Point left = mesh_.point(corner.left);
      if (orientation(from, v, right) != 0 || orientation(from, v, left) != 0) return;
      at = strictly_between(from, v, left) ? previous(corner.last) : next(corner.first);
    }
  }

  /// The triangle of g, which leaves a root's corner, seen from there up to its far side.
  void look_across(std::int32_t r, HalfEdge g, bool from_ray, bool to_ray) {
    const Bound ray{root(root(r).parent).point, true, true};
    const bool from = meet(r, next(g));
    const bool to = meet(r, previous(g));
    look(r, next(g), from_ray ? ray : Bound{mesh_.destination_point(g), false, !from},
         to_ray ? ray : Bound{mesh_.apex_point(g), false, !to});
  }

  /// Looks round a corner at which a path from the parent turns: between the ray on which it came
  /// and the wall that it turns to.
  void turn(std::int32_t r) {
    const Root here = root(r);
    const Corner& corner = space_.corner(here.corner);
    const Point from = root(here.parent).point;
    const int sides = orientation(from, here.point, mesh_.point(corner.right)) +
                      orientation(from, here.point, mesh_.point(corner.left));
    if (sides >= 0) turn_left(r, here, corner, from);
    if (sides <= 0) turn_right(r, here, corner, from);
  }

  /// From the left wall clockwise to the ray.
  void turn_left(std::int32_t r, const Root& here, const Corner& corner, Point from) {
    for (HalfEdge g = corner.last;;) {
      see_goal(g, r);
      const Point a = mesh_.destination_point(g);
      const Point b = mesh_.apex_point(g);
      if (orientation(from, here.point, b) == 0 && strictly_between(from, here.point, b)) {
        slide(r, previous(g));
        return;
      }
      const int side = orientation(from, here.point, a);
      look_across(r, g, side < 0, false);
      if (side <= 0) return;
      const HalfEdge across = mesh_.across(g);
      if (across == kNoHalfEdge) return;
      g = next(across);
    }
  }

  /// From the right wall counter-clockwise to the ray.
  void turn_right(std::int32_t r, const Root& here, const Corner& corner, Point from) {
    for (HalfEdge g = corner.first; g != kNoHalfEdge; g = mesh_.across(previous(g))) {
      see_goal(g, r);
      const Point a = mesh_.destination_point(g);
      const Point b = mesh_.apex_point(g);
      if (orientation(from, here.point, a) == 0 && strictly_between(from, here.point, a)) {
        slide(r, next(g));
        return;
      }
      const int side = orientation(from, here.point, b);
      look_across(r, g, false, side > 0);
      if (side >= 0) return;
    }
  }

  int side(const Bound& bound, Point from, Point p) const {
    const int s = orientation(from, bound.point, p);
    return bound.opposite ? -s : s;
  }

  /// Follows an interval through the triangles behind its edge as long as nothing splits it.
  void expand(Node node) {
    if (node.through == kNoHalfEdge) {
      turn(node.root);
      return;
    }
    const Point from = root(node.root).point;
    for (;;) {
      const HalfEdge in = mesh_.across(node.through);
      if (in == kNoHalfEdge) return;
      if (holds_goal(in) && side(node.right, from, goal_.point) >= 0 &&
          side(node.left, from, goal_.point) <= 0) {
        reach_goal(node.root);
      }
      const Point apex = mesh_.apex_point(in);
      const int from_right = side(node.right, from, apex);
      const int from_left = side(node.left, from, apex);
      if (from_right > 0 && from_left < 0) {
        const bool met = meet(node.root, previous(in));
        look(node.root, previous(in), {apex, false, !met}, node.left);
        look(node.root, next(in), node.right, {apex, false, !met});
        return;
      }
      if (from_right <= 0) {
        if (from_right == 0 && node.right.closed) {
          node.right = {apex, false, !meet(node.root, previous(in))};
        }
        node.through = previous(in);
      } else {
        if (from_left == 0 && node.left.closed) {
          node.left = {apex, false, !meet(node.root, previous(in))};
        }
        node.through = next(in);
      }
    }
  }

  void look(std::int32_t r, HalfEdge through, const Bound& right, const Bound& left) {
    if (mesh_.blocked(through)) return;
    const Node node{through, r, right, left};
    push(least_through(node), node);
  }

  void push(double least, const Node& node) {
    if (least >= length_) return;
    ++scratch_.generated;
    scratch_.heap.push_back({least, static_cast<std::int32_t>(scratch_.nodes.size())});
    std::ranges::push_heap(scratch_.heap, later);
    scratch_.nodes.push_back(node);
  }

  /// A lower bound for paths over the root through the interval to the goal.
  double least_through(const Node& node) const {
    const Root& r = root(node.root);
    const Point a = mesh_.origin_point(node.through);
    const Point b = mesh_.destination_point(node.through);
    const Point right = on_edge(node.right, r.point, a, b, a);
    const Point left = on_edge(node.left, r.point, a, b, b);
    Point to = goal_.point;
    if (cross(a, b, to) > 0) {  // on the root's side of the edge: mirrored
      const double dx = b.x - a.x;
      const double dy = b.y - a.y;
      const double t = 2 * cross(a, b, to) / (dx * dx + dy * dy);
      to = {to.x + t * dy, to.y - t * dx};
    }
    if (cross(r.point, right, to) < 0)
      return r.cost + distance(r.point, right) + distance(right, to);
    if (cross(r.point, left, to) > 0) return r.cost + distance(r.point, left) + distance(left, to);
    return r.cost + distance(r.point, to);
  }

  /// Where a bound meets the edge ab; `end`, beyond it, where they are nearly parallel.
  static Point on_edge(const Bound& bound, Point from, Point a, Point b, Point end) {
    if (bound.point == end && !bound.opposite) return end;
    const double at_a = cross(from, bound.point, a);
    const double at_b = cross(from, bound.point, b);
    const double whole = at_a - at_b;
    constexpr double kParallel = 1e-3;
    if (std::abs(whole) <= kParallel * distance(from, bound.point) * distance(a, b)) return end;
    const double t = std::clamp(at_a / whole, 0.0, 1.0);
    return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
  }

  const FreeSpace& space_;
  const Triangulation& mesh_;
  Polyanya::Scratch& scratch_;
  const Location& start_;
  const Location& goal_;
  double length_ = kInfinity;
  std::int32_t last_root_ = kNoRoot;
};

}  // namespace

double Polyanya::solve(const Location& start, const Location& goal, Scratch& scratch,
                       Path* path) const {
  if (path != nullptr) path->clear();
  if (start.place == Place::kBlocked || goal.place == Place::kBlocked) return kInfinity;
  Query query(*space_, scratch, start, goal);
  const double length = query.run();
  if (path != nullptr) query.trace(*path);
  return length;
}

double Polyanya::solve(Point start, Point goal, Scratch& scratch, Path* path) const {
  return solve(space_->locate(start), space_->locate(goal), scratch, path);
}

}  // namespace fairway
