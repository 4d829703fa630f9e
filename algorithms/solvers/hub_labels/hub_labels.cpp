#include "algorithms/solvers/hub_labels/hub_labels.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

std::vector<NamedSolver<HubLabels::Options>> HubLabels::methods() {
  return {{kName, {}}, {"hub-labels-unflagged", {.areas = 0}}};
}

HubLabels::HubLabels(const FreeSpace& space, const Options& options) : space_(&space) {
  LapClock clock;
  std::vector<CornerId> turns;
  for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
    if (space.corner(c).reflex) turns.push_back(c);
  }
  const TautStates states(space, turns);
  report_.phases.push_back({"links", clock.lap()});
  const Labelling labelling = label_states(states);
  report_.phases.push_back({"labels", clock.lap()});
  const SightLists lists(space, turns);
  report_.phases.push_back({"sight", clock.lap()});
  AreaFlags flags;
  if (options.areas > 0) {
    flags = flag_areas(space, states, lists, static_cast<std::size_t>(options.areas));
  }
  report_.phases.push_back({"flags", clock.lap()});
  index_ = HubIndex(space, turns, labelling, lists, flags);
  report_.phases.push_back({"pack", clock.lap()});
  report_.covered_area = space.area();
  report_.components = space.component_count();
}

bool HubLabels::sees_tautly(const Location& end, StateId state) const {
  const CornerId id = index_.corner(state);
  const Corner& corner = space_->corner(id);
  const Point v = index_.position(state);
  if (end.point == v || !taut_at(*space_, corner, end.point)) return false;
  const int side = tangent_side(space_->triangulation(), corner, end.point);
  if (side == ((state & 1) != 0 ? 1 : -1)) return false;
  const Sight found = sight(*space_, end, {v, Place::kVertex, corner.first});
  return found.visible && (found.to.side[0] == id || found.to.side[1] == id);
}

void HubLabels::link(const Location& end, std::span<const PolygonId> from, Point other,
                     std::span<const std::uint64_t* const> flags, std::vector<Link>& links) const {
  links.clear();
  const Triangulation& mesh = space_->triangulation();
  const Point p = end.point;
  const auto side = [&](Point v, std::uint32_t ray) {
    const int s = orientation(v, mesh.point(static_cast<VertexId>(ray >> 1U)), p);
    return (ray & 1U) != 0 ? -s : s;
  };
  const HubIndex::SightArrays sight = index_.sight_arrays();
  for (const PolygonId polygon : from) {
    const HubIndex::Range list = index_.sights(polygon);
    for (std::uint32_t i = list.begin; i < list.end; ++i) {
      const std::uint32_t s = sight.state[i];
      const auto holds = [&](const std::uint64_t* words) {
        return (words[s / 64] >> (s % 64) & 1U) != 0;
      };
      if (!flags.empty() && std::ranges::none_of(flags, holds)) continue;
      const auto state = static_cast<StateId>(s);
      const Point v = index_.position(state);
      const int right = side(v, sight.right[i]);
      if (right < 0) continue;
      const int left = side(v, sight.left[i]);
      if (left > 0) continue;
      if ((right == 0 || left == 0) && !sees_tautly(end, state)) continue;
      const double length = distance(p, v);
      links.push_back({state, length, length + distance(v, other)});
    }
  }
}

SolverResult HubLabels::solve(const Location& start, const Location& goal, Scratch& scratch,
                              Path& path) const {
  path.clear();
  if (sees(*space_, start, goal)) {
    path.assign({start.point, goal.point});
    return {true, 0, 0};
  }
  const auto find_polygons = [&](const Location& end, Scratch::End& found) {
    found.polygons.clear();
    found.flags.clear();
    for_each_triangle_at(*space_, end, [&](HalfEdge h) {
      const PolygonId p = index_.polygon_of(h);
      if (std::ranges::find(found.polygons, p) != found.polygons.end()) return;
      found.polygons.push_back(p);
      if (index_.has_flags()) found.flags.push_back(index_.flags(p));
    });
  };
  find_polygons(start, scratch.start);
  find_polygons(goal, scratch.goal);
  link(start, scratch.start.polygons, goal.point, scratch.goal.flags, scratch.start.links);
  link(goal, scratch.goal.polygons, start.point, scratch.start.flags, scratch.goal.links);

  scratch.hubs.fit(index_.state_count());
  if (++scratch.stamp == 0) {
    scratch.hubs.clear();
    scratch.stamp = 1;
  }
  // The link that promises the shortest path comes first on either side: its path bounds all others.
  const auto put_best_first = [](std::vector<Link>& links) {
    const auto least_bound = [](const Link& a, const Link& b) { return a.bound < b.bound; };
    if (!links.empty()) std::iter_swap(links.begin(), std::ranges::min_element(links, least_bound));
  };
  put_best_first(scratch.start.links);
  put_best_first(scratch.goal.links);
  SolverResult result{false, 0, 0};
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t from_start = 0;
  std::uint32_t from_goal = 0;
  const auto load = [&](const Link& link) {
    const HubIndex::Range label = index_.label(link.state);
    result.generated += label.end - label.begin;
    ++result.expanded;
    for (std::uint32_t e = label.begin; e < label.end; ++e) {
      Scratch::Hub& hub = scratch.hubs[static_cast<std::size_t>(reversed(index_.hub(e)))];
      const double through = link.length + index_.distance(e);
      if (hub.stamp == scratch.stamp && hub.distance <= through) continue;
      hub = {through, scratch.stamp, e};
    }
  };
  const auto meet = [&](const Link& link) {
    const HubIndex::Range label = index_.label(link.state);
    result.generated += label.end - label.begin;
    ++result.expanded;
    for (std::uint32_t e = label.begin; e < label.end; ++e) {
      const Scratch::Hub& hub = scratch.hubs[static_cast<std::size_t>(index_.hub(e))];
      if (hub.stamp != scratch.stamp) continue;
      const double through = link.length + index_.distance(e) + hub.distance;
      if (through >= least) continue;
      least = through;
      from_start = hub.entry;
      from_goal = e;
    }
  };
  if (scratch.start.links.empty() || scratch.goal.links.empty()) return result;
  load(scratch.start.links.front());
  meet(scratch.goal.links.front());
  for (const Link& link : std::span(scratch.start.links).subspan(1)) {
    if (link.bound < least) load(link);
  }
  for (const Link& link : scratch.goal.links) {
    if (link.bound < least) meet(link);
  }
  if (least == std::numeric_limits<double>::infinity()) return result;
  result.found = true;
  path.push_back(start.point);
  follow(from_start, scratch.start.links, path);
  // The last turn is the hub, and the way from the goal ends there too.
  const auto hub = static_cast<std::ptrdiff_t>(path.size()) - 1;
  follow(from_goal, scratch.goal.links, path);
  path.pop_back();
  std::reverse(path.begin() + hub + 1, path.end());
  path.push_back(goal.point);
  return result;
}

/// Adds the turns on the way to an entry's hub, which is in the label of one of the links.
void HubLabels::follow(std::uint32_t entry, std::span<const Link> links, Path& path) const {
  StateId s = kNoState;
  for (const Link& link : links) {
    const HubIndex::Range label = index_.label(link.state);
    if (label.begin <= entry && entry < label.end) s = link.state;
  }
  for (;;) {
    path.push_back(index_.position(s));
    if (s == index_.hub(entry)) return;
    s = index_.next(entry);
    entry = index_.label(s).begin + index_.next_place(entry);
  }
}

}  // namespace fairway
