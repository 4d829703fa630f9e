#include "algorithms/representations/triangle_mesh/outlook.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fairway {
namespace {

/// A path enters a triangle through `entry`. Returns the funnel to another side of this triangle.
/// `funnel` leads to `entry`, and `tangent` leads to the apex of the triangle.
Funnel funnel_behind(HalfEdge entry, HalfEdge side, std::int32_t apex, const Tangent& tangent,
                     const Funnel& funnel) {
  return side == Triangulation::previous(entry) ? tangent.left_of(apex, funnel)
                                                : tangent.right_of(apex, funnel);
}

}  // namespace

void Outlook::begin(const FreeSpace& space, const Reduction& reduction, Point end) {
  mesh_ = &space.triangulation();
  reduction_ = &reduction;
  tree_.clear();
  tree_.push_back({end, {}, false, -1});
}

std::int32_t Outlook::add(Point p, std::int32_t next, bool past_node) {
  const Node& before = tree_[static_cast<std::size_t>(next)];
  tree_.push_back({p,
                   {before.leg.length + distance(p, before.point), next},
                   past_node || before.past_node,
                   -1});
  return static_cast<std::int32_t>(tree_.size()) - 1;
}

/// Returns the funnel from the query's end to a gate of the region that contains this end. `right`
/// and `left` are the places where the shortest paths to the two ends of the gate first turn.
/// Returns std::nullopt if the funnel begins at a corner of the gate.
std::optional<Funnel> Outlook::at_gate(const Reduction::Region& region, int gate,
                                       std::int32_t right, std::int32_t left) {
  const Point end = tree_.front().point;
  if (reduction_->point(left) == end) left = reduction_->leg(region, left, 2 * gate + 1).next;
  if (reduction_->point(right) == end) right = reduction_->leg(region, right, 2 * gate).next;
  tree_.resize(1);
  const Funnel funnel = fan_out(region, gate, 0, left, right);
  if (funnel.left == funnel.cusp || funnel.right == funnel.cusp) return {};
  for (const std::int32_t place : {funnel.left, funnel.right}) {
    tree_[static_cast<std::size_t>(place)].past_node = true;
  }
  return funnel;
}

/// Returns the funnel from place `cusp` of the tree to a gate of a region. Follows the shortest
/// paths that the region stores. `left` is the next place of the region on the path from the cusp
/// to the gate's left end, or -1 if the cusp is this end. `right` is the same for the right end.
Funnel Outlook::fan_out(const Reduction::Region& region, int gate, std::int32_t cusp,
                        std::int32_t left, std::int32_t right) {
  const int right_target = 2 * gate;
  const int left_target = right_target + 1;
  const auto next = [&](std::int32_t place, int target) {
    return reduction_->leg(region, place, target).next;
  };
  while (left == right && left >= 0) {
    cusp = add(reduction_->point(left), cusp, false);
    left = next(left, left_target);
    right = next(right, right_target);
  }
  const auto chain = [&](std::int32_t place, int target) {
    std::int32_t last = cusp;
    for (; place >= 0; place = next(place, target)) {
      last = add(reduction_->point(place), last, false);
    }
    return last;
  };
  const std::int32_t left_end = chain(left, left_target);
  return {left_end, chain(right, right_target), cusp};
}

/// Returns the funnel from the query's end to a side of the end's triangle.
Funnel Outlook::at_side(HalfEdge side) {
  tree_.resize(1);
  const auto add_end = [&](Point p) { return p == tree_.front().point ? 0 : add(p, 0, true); };
  const std::int32_t left = add_end(mesh_->destination_point(side));
  return {left, add_end(mesh_->origin_point(side)), 0};
}

Tangent Outlook::tangent_to(Point p, const Funnel& funnel) const {
  return find_tangent(
      funnel, p, [&](std::int32_t i) { return tree_[static_cast<std::size_t>(i)].point; },
      [&](std::int32_t i) { return tree_[static_cast<std::size_t>(i)].leg.next; });
}

/// Returns the last place (an index in tree_) before p on the shortest path to p. If p is an end of
/// the funnel's gate, returns the place of p. Precondition: p is in the triangle behind the gate.
std::int32_t Outlook::place_before(Point p, const Funnel& funnel) const {
  for (const std::int32_t place : {funnel.left, funnel.right}) {
    if (tree_[static_cast<std::size_t>(place)].point == p) return place;
  }
  return tangent_to(p, funnel).at;
}

/// A path enters a triangle through `entry`. Adds the triangle's apex to the tree, and returns the
/// tangent to the apex.
Tangent Outlook::cross(HalfEdge entry, const Funnel& funnel) {
  const Point apex = mesh_->apex_point(entry);
  const Tangent tangent = tangent_to(apex, funnel);
  add(apex, tangent.at, false);
  tree_.back().place = reduction_->place_of(Triangulation::previous(entry));
  return tangent;
}

void Outlook::look(const FreeSpace& space, const Reduction& reduction, const Location& end,
                   const Location* goal) {
  begin(space, reduction, end.point);
  end_ = end.point;
  ways_.clear();
  sighting_ = {};
  goals_.clear();
  if (goal != nullptr) {
    goal_ = goal->point;
    reduction.for_each_side(*goal, [&](TriangleId t) { goals_.push_back(t); });
  }
  reduction.for_each_side(end, [&](TriangleId t) {
    course_ = {};
    course_.triangle = t;
    if (reduction.is_junction(t)) {
      look_from_junction(t, end.place == Place::kVertex);
    } else {
      look_from_region(t);
    }
  });
}

void Outlook::look_from_junction(TriangleId t, bool from_node) {
  for (int i = 0; i < 3; ++i) {
    const HalfEdge h = Triangulation::half_edge(t, i);
    ways_.push_back({reduction_->place_of(h), distance(end_, mesh_->origin_point(h)), course_});
  }
  for (int i = 0; i < 3 && !from_node; ++i) {
    const HalfEdge side = Triangulation::half_edge(t, i);
    explore(side, at_side(side));
  }
}

void Outlook::look_from_region(TriangleId t) {
  const Reduction::Region& region = reduction_->region_of(t);
  std::array<std::int32_t, 4> first{};
  for (int k = 0; k < region.target_count(); ++k) {
    const Reduction::Approach way = reduction_->first_place(t, end_, k);
    const auto target = static_cast<std::size_t>(k);
    first[target] = way.place;
    course_.gate = k / 2;
    ways_.push_back({region.node[target], way.cost, course_, way.place, k});
  }
  course_.gate = -1;
  for (const TriangleId u : goals_) {
    if (reduction_->cell(u).region == reduction_->cell(t).region && region.target_count() > 2) {
      look_inside(t, u);
    }
  }
  for (int k = 0; k < region.target_count(); k += 2) {
    const auto target = static_cast<std::size_t>(k);
    course_.gate = k / 2;
    const auto funnel = at_gate(region, course_.gate, first[target], first[target + 1]);
    if (funnel) arrive(mesh_->across(region.gate[target / 2]), *funnel);
  }
}

/// Looks for the goal in the region behind a side of a junction. Then looks for the goal and for
/// nodes in the junction behind this region.
void Outlook::explore(HalfEdge side, Funnel funnel) {
  look_into(side, funnel);
  if (course_.exit != kNoHalfEdge || !reduction_->leads_on(side)) return;
  const std::size_t size = tree_.size();
  course_.exit = side;
  HalfEdge entry = mesh_->across(side);
  while (!past_node(funnel.cusp)) {
    const TriangleId t = Triangulation::triangle_of(entry);
    if (reduction_->is_junction(t)) {
      arrive(entry, funnel);
      break;
    }
    const Reduction::Region& region = reduction_->region_of(t);
    const int gate = region.gate[0] == mesh_->across(side) ? 1 : 0;
    if (static_cast<std::size_t>(funnel.cusp) >= size) {
      const std::int32_t place = tree_[static_cast<std::size_t>(funnel.cusp)].place;
      funnel = fan_out(region, gate, funnel.cusp, reduction_->leg(region, place, 2 * gate + 1).next,
                       reduction_->leg(region, place, 2 * gate).next);
      entry = mesh_->across(region.gate[static_cast<std::size_t>(gate)]);
      continue;
    }
    const HalfEdge way = reduction_->cell(t).way[static_cast<std::size_t>(gate)];
    const Tangent tangent = cross(entry, funnel);
    funnel =
        funnel_behind(entry, way, static_cast<std::int32_t>(tree_.size()) - 1, tangent, funnel);
    entry = mesh_->across(way);
  }
  course_.exit = kNoHalfEdge;
  tree_.resize(size);
}

void Outlook::arrive(HalfEdge entry, const Funnel& funnel) {
  const TriangleId t = Triangulation::triangle_of(entry);
  if (std::find(goals_.begin(), goals_.end(), t) != goals_.end()) {
    const std::int32_t at = place_before(goal_, funnel);
    const double cost = length(at) + distance(tree_[static_cast<std::size_t>(at)].point, goal_);
    if (!past_node(at) && cost < sighting_.cost) {
      sighting_ = {cost, course_, kNoHalfEdge, t};
    }
  }
  const std::size_t size = tree_.size();
  const Tangent tangent = cross(entry, funnel);
  const auto apex = static_cast<std::int32_t>(size);
  const std::array<std::pair<std::int32_t, HalfEdge>, 3> corners{
      {{funnel.left, entry},
       {funnel.right, Triangulation::next(entry)},
       {apex, Triangulation::previous(entry)}}};
  for (const auto& [place, h] : corners) {
    Node& node = tree_[static_cast<std::size_t>(place)];
    if (!node.past_node) ways_.push_back({reduction_->place_of(h), node.leg.length, course_});
    node.past_node = true;
  }
  for (const HalfEdge side : {Triangulation::previous(entry), Triangulation::next(entry)}) {
    const Funnel behind = funnel_behind(entry, side, apex, tangent, funnel);
    if (!past_node(behind.cusp)) explore(side, behind);
  }
  tree_.resize(size);
}

/// Finds the shortest path inside a region from the query's end in triangle `start` to the goal in
/// triangle `goal`. If this path is shorter than the path in sighting_, stores it there.
void Outlook::look_inside(TriangleId start, TriangleId goal) {
  if (start == goal) return;
  list_between(start, goal);
  const std::int32_t at = place_before(goal_, pull(at_side(crossed_.front())));
  const double cost = length(at) + distance(tree_[static_cast<std::size_t>(at)].point, goal_);
  if (cost < sighting_.cost) sighting_ = {cost, course_, kNoHalfEdge, goal, true};
}

/// Looks for the goal in the region behind a side.
void Outlook::look_into(HalfEdge side, const Funnel& funnel) {
  const HalfEdge entry = mesh_->across(side);
  if (entry == kNoHalfEdge || !mesh_->is_free(Triangulation::triangle_of(entry))) return;
  const std::int32_t region = reduction_->cell(Triangulation::triangle_of(entry)).region;
  if (region == Reduction::kJunction) return;
  for (const TriangleId goal : goals_) {
    if (reduction_->cell(goal).region != region) continue;
    const std::size_t size = tree_.size();
    const std::int32_t at = enter(side, funnel, goal, goal_);
    const double cost = length(at) + distance(tree_[static_cast<std::size_t>(at)].point, goal_);
    if (!past_node(at) && cost < sighting_.cost) sighting_ = {cost, course_, side, goal};
    tree_.resize(size);
  }
}

/// Considers the shortest path that leads through `side` into the region behind it and there to the
/// goal. Returns the last place before the goal. If the path touches a node, returns a place with
/// the flag past_node.
std::int32_t Outlook::enter(HalfEdge side, Funnel funnel, TriangleId goal_triangle, Point goal) {
  inward_.clear();
  leave(*mesh_, *reduction_, {0, {}, side, goal_triangle},
        [&](HalfEdge h) { inward_.push_back(h); });
  for (std::size_t i = inward_.size() - 1; i > 0 && !past_node(funnel.cusp); --i) {
    const HalfEdge entry = inward_[i];
    const Tangent tangent = cross(entry, funnel);
    funnel = funnel_behind(entry, mesh_->across(inward_[i - 1]),
                           static_cast<std::int32_t>(tree_.size()) - 1, tangent, funnel);
  }
  return past_node(funnel.cusp) ? funnel.cusp : place_before(goal, funnel);
}

const Outlook::Way& Outlook::way_to(Vertex node) const {
  const auto cost_of = [&](const Way& way) {
    return way.node == node ? way.cost : std::numeric_limits<double>::infinity();
  };
  return *std::ranges::min_element(ways_, {}, cost_of);
}

/// Lists the sides that the path between two triangles of a region crosses.
void Outlook::list_between(TriangleId start, TriangleId goal) {
  crossed_.clear();
  reduction_->climb_to_common(
      start, goal, [&](HalfEdge h) { crossed_.push_back(h); }, [](HalfEdge) {});
  const auto count = std::ssize(crossed_);
  reduction_->climb_to_common(
      start, goal, [](HalfEdge) {}, [&](HalfEdge h) { crossed_.push_back(mesh_->across(h)); });
  std::reverse(crossed_.begin() + count, crossed_.end());
}

/// Extends the tree along the crossed sides. `funnel` leads to the first crossed side. Returns the
/// funnel to the last crossed side.
Funnel Outlook::pull(Funnel funnel) {
  for (std::size_t i = 1; i < crossed_.size(); ++i) {
    const HalfEdge entry = mesh_->across(crossed_[i - 1]);
    const Tangent tangent = cross(entry, funnel);
    funnel = funnel_behind(entry, crossed_[i], static_cast<std::int32_t>(tree_.size()) - 1, tangent,
                           funnel);
  }
  return funnel;
}

/// Lists the sides that a course crosses and, if `sighting` is not null, the sides from there to
/// the goal. Recomputes the funnel's tree over these sides. Returns the funnel to the last side.
Funnel Outlook::retrace(const Course& course, const Sighting* sighting) {
  if (sighting != nullptr && sighting->inside) {
    list_between(course.triangle, sighting->goal);
    return pull(at_side(crossed_.front()));
  }
  crossed_.clear();
  const auto push = [&](HalfEdge h) { crossed_.push_back(h); };
  if (course.gate >= 0) {
    push(reduction_->region_of(course.triangle).gate[static_cast<std::size_t>(course.gate)]);
  }
  if (course.exit != kNoHalfEdge) reduction_->cross(course.exit, push);
  if (sighting != nullptr && sighting->last != kNoHalfEdge) {
    const auto count = std::ssize(crossed_);
    leave(*mesh_, *reduction_, *sighting, [&](HalfEdge h) { push(mesh_->across(h)); });
    std::reverse(crossed_.begin() + count, crossed_.end());
  }
  if (course.gate < 0) return pull(at_side(crossed_.front()));
  const Point end = tree_.front().point;
  const auto place_to = [&](int target) {
    return reduction_->first_place(course.triangle, end, target).place;
  };
  return pull(*at_gate(reduction_->region_of(course.triangle), course.gate,
                       place_to(2 * course.gate), place_to(2 * course.gate + 1)));
}

/// Appends the points of the path from the query's end to a place (an index in tree_). Omits the
/// query's end.
void Outlook::append_way(std::int32_t place, Path& path) const {
  const auto count = std::ssize(path);
  for (; place > 0; place = tree_[static_cast<std::size_t>(place)].leg.next) {
    path.push_back(tree_[static_cast<std::size_t>(place)].point);
  }
  std::reverse(path.begin() + count, path.end());
}

void Outlook::append_way(const FreeSpace& space, const Reduction& reduction, Point end,
                         const Way& way, Path& path) {
  if (way.target >= 0) {
    const Reduction::Region& region = reduction.region_of(way.course.triangle);
    for (std::int32_t i = way.place; i >= 0; i = reduction.leg(region, i, way.target).next) {
      path.push_back(reduction.point(i));
    }
    return;
  }
  begin(space, reduction, end);
  if (way.course.gate < 0 && way.course.exit == kNoHalfEdge) {
    const TriangleId t = way.course.triangle;
    HalfEdge h = Triangulation::half_edge(t, 0);
    while (reduction.place_of(h) != way.node) h = Triangulation::next(h);
    path.push_back(mesh_->origin_point(h));
    return;
  }
  const Funnel funnel = retrace(way.course, nullptr);
  const HalfEdge entry = mesh_->across(crossed_.back());
  if (reduction.place_of(entry) == way.node) {
    append_way(funnel.left, path);
  } else if (reduction.place_of(Triangulation::next(entry)) == way.node) {
    append_way(funnel.right, path);
  } else {
    cross(entry, funnel);
    append_way(static_cast<std::int32_t>(tree_.size()) - 1, path);
  }
}

void Outlook::append_turns(const FreeSpace& space, const Reduction& reduction, Point end,
                           Point goal, const Sighting& sighting, Path& path) {
  begin(space, reduction, end);
  append_way(place_before(goal, retrace(sighting.course, &sighting)), path);
}

}  // namespace fairway
