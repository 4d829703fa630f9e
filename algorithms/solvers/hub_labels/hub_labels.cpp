#include "algorithms/solvers/hub_labels/hub_labels.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

}  // namespace

std::vector<NamedSolver<HubLabels::Options>> HubLabels::methods() { return {{kName, {}}}; }

HubLabels::HubLabels(const FreeSpace& space, const Options&) : space_(&space) {
  LapClock clock;
  std::vector<CornerId> reflex;
  for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
    if (space.corner(c).reflex) reflex.push_back(c);
  }
  const TautStates states(space, reflex);
  report_.phases.push_back({"links", clock.lap()});
  Labelling labelling = label_states(states);
  report_.phases.push_back({"labels", clock.lap()});
  std::vector<std::int32_t> rank(reflex.size());
  for (std::size_t r = 0; r < reflex.size(); ++r) {
    const auto turn = at(labelling.order[r]);
    rank[turn] = static_cast<std::int32_t>(r);
    turns_.push_back(reflex[turn]);
    positions_.push_back(space.position(reflex[turn]));
  }
  const auto ranked = [&](StateId s) { return 2 * rank[at(turn_of(s))] + (s & 1); };
  labels_.begin.push_back(0);
  for (const std::int32_t turn : labelling.order) {
    for (const StateId s : {2 * turn, 2 * turn + 1}) {
      auto& label = labelling.label_of[at(s)];
      for (LabelEntry& e : label) {
        e.hub = ranked(e.hub);
        e.next = ranked(e.next);
      }
      std::sort(label.begin(), label.end(),
                [](const LabelEntry& a, const LabelEntry& b) { return a.hub < b.hub; });
    }
  }
  for (const std::int32_t turn : labelling.order) {
    for (const StateId s : {2 * turn, 2 * turn + 1}) {
      for (const LabelEntry& e : labelling.label_of[at(s)]) {
        labels_.hub.push_back(e.hub);
        labels_.distance.push_back(e.distance);
        labels_.next.push_back(e.next);
        const StateId next = 2 * labelling.order[at(turn_of(e.next))] + (e.next & 1);
        const auto& then = labelling.label_of[at(next)];
        const auto found = std::lower_bound(
            then.begin(), then.end(), e.hub,
            [](const LabelEntry& a, StateId hub) { return a.hub < hub; });
        if (found == then.end() || found->hub != e.hub) throw std::logic_error("label chain broken");
        labels_.next_at.push_back(static_cast<std::uint16_t>(found - then.begin()));
        labels_.owner.push_back(ranked(s));
      }
      labels_.begin.push_back(static_cast<std::uint32_t>(labels_.hub.size()));
    }
  }
  report_.phases.push_back({"pack", clock.lap()});
  lists_.emplace(space, turns_);
  report_.phases.push_back({"sight lists", clock.lap()});
  report_.covered_area = space.area();
  report_.components = space.component_count();
}

std::size_t HubLabels::memory_bytes() const {
  return labels_.memory_bytes() + 12 * lists_->entry_count() + 4 * lists_->polygon_count() +
         4 * at(space_->triangulation().triangle_count()) + turns_.size() * 20;
}

bool HubLabels::sees_tautly(const Location& end, StateId state) const {
  const CornerId id = turns_[at(turn_of(state))];
  const Corner& corner = space_->corner(id);
  const Point v = space_->position(id);
  if (end.point == v || !taut_at(*space_, corner, end.point)) return false;
  const int side = tangent_side(space_->triangulation(), corner, end.point);
  if (side * ((state & 1) != 0 ? -1 : 1) < 0) return false;
  const Sight found = sight(*space_, end, {v, Place::kVertex, corner.first});
  return found.visible && (found.to.side[0] == id || found.to.side[1] == id);
}

void HubLabels::link(const Location& end, Scratch& scratch, std::vector<Link>& links) const {
  links.clear();
  const Triangulation& mesh = space_->triangulation();
  const Point p = end.point;
  const auto side = [&](Point v, SightLists::Ray ray) {
    const int s = orientation(v, mesh.point(ray >> 1), p);
    return (ray & 1) != 0 ? -s : s;
  };
  const auto scan = [&](PolygonId polygon) {
    for (const SightLists::Entry& entry : lists_->seen_from(polygon)) {
      const Point v = positions_[at(turn_of(entry.state))];
      const int right = side(v, entry.right);
      if (right < 0) continue;
      const int left = side(v, entry.left);
      if (left > 0) continue;
      if ((right == 0 || left == 0) && !sees_tautly(end, entry.state)) continue;
      links.push_back({entry.state, distance(p, v)});
    }
  };
  if (end.place == Place::kTriangle) {
    scan(lists_->polygon_of(end.half_edge));
    return;
  }
  scratch.polygons.clear();
  for_each_triangle_at(*space_, end, [&](HalfEdge h) {
    const PolygonId polygon = lists_->polygon_of(h);
    if (std::ranges::find(scratch.polygons, polygon) != scratch.polygons.end()) return;
    scratch.polygons.push_back(polygon);
    scan(polygon);
  });
}

SolverResult HubLabels::solve(const Location& start, const Location& goal, Scratch& scratch,
                              Path& path) const {
  path.clear();
  if (sees(*space_, start, goal)) {
    path.assign({start.point, goal.point});
    return {true, 0, 0};
  }
  link(start, scratch, scratch.start);
  link(goal, scratch, scratch.goal);
  scratch.hubs.fit(2 * turns_.size());
  if (++scratch.stamp == 0) {
    scratch.hubs.clear();
    scratch.stamp = 1;
  }
  std::uint64_t generated = 0;
  for (const Link& link : scratch.start) {
    const std::uint32_t end = labels_.begin[at(link.state) + 1];
    for (std::uint32_t e = labels_.begin[at(link.state)]; e < end; ++e) {
      Scratch::Hub& hub = scratch.hubs[at(reversed(labels_.hub[e]))];
      const double through = link.length + labels_.distance[e];
      if (hub.stamp == scratch.stamp && hub.distance <= through) continue;
      hub = {through, scratch.stamp, e};
      ++generated;
    }
  }
  double least = kInfinity;
  std::uint32_t from_start = 0;
  std::uint32_t from_goal = 0;
  for (const Link& link : scratch.goal) {
    const std::uint32_t end = labels_.begin[at(link.state) + 1];
    for (std::uint32_t e = labels_.begin[at(link.state)]; e < end; ++e) {
      const Scratch::Hub& hub = scratch.hubs[at(labels_.hub[e])];
      if (hub.stamp != scratch.stamp) continue;
      const double through = link.length + labels_.distance[e] + hub.distance;
      if (through >= least) continue;
      least = through;
      from_start = hub.entry;
      from_goal = e;
    }
  }
  if (least == kInfinity) return {false, 0, generated};
  unpack(start, goal, from_start, from_goal, path);
  return {true, scratch.start.size() + scratch.goal.size(), generated};
}

void HubLabels::unpack(const Location& start, const Location& goal, std::uint32_t from_start,
                       std::uint32_t from_goal, Path& path) const {
  const auto follow = [&](std::uint32_t e) {
    StateId s = labels_.owner[e];
    for (;;) {
      append_distinct(path, positions_[at(turn_of(s))]);
      if (s == labels_.hub[e]) return;
      s = labels_.next[e];
      e = labels_.begin[at(s)] + labels_.next_at[e];
    }
  };
  path.push_back(start.point);
  follow(from_start);
  const std::size_t hub = path.size() - 1;
  follow(from_goal);
  // From the goal the turns come in the order goal, ..., hub.
  std::reverse(path.begin() + static_cast<std::ptrdiff_t>(hub) + 1, path.end());
  const auto repeated = std::unique(path.begin(), path.end());
  path.erase(repeated, path.end());
  append_distinct(path, goal.point);
}

}  // namespace fairway
