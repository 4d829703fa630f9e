#include "algorithms/solvers/hub_labels/link_search.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();

}  // namespace

void LinkSearch::begin(Side& side, Point from, std::span<const StateLink> links) {
  side.open.clear();
  side.reached.fit(index_.state_count());
  side.hubs.fit(index_.state_count());
  if (++side.stamp == 0) {
    side.reached.clear();
    side.hubs.clear();
    side.stamp = 1;
  }
  for (const StateLink& link : links) {
    Reached& reached = side.reached[at(link.state)];
    const double length = distance(from, index_.position(link.state));
    if (reached.stamp == side.stamp && reached.distance <= length) continue;
    reached = {length, side.stamp, kNoState};
    side.open.push({link.bound, length, link.state});
  }
}

void LinkSearch::expand(Side& side, StateId s, double distance, Point before, Point to,
                        double most) {
  const Point at_s = index_.position(s);
  const HubIndex::Range links = index_.links(s);
  for (std::uint32_t i = links.begin; i < links.end; ++i) {
    const StateId next = index_.link(i);
    const Point p = index_.position(next);
    if (!stays_taut(before, at_s, s, p)) break;
    ++result_.generated;
    const double through = distance + fairway::distance(at_s, p);
    const double bound = through + fairway::distance(p, to);
    if (bound >= most) continue;
    Reached& reached = side.reached[at(next)];
    if (reached.stamp == side.stamp && reached.distance <= through) continue;
    reached = {through, side.stamp, s};
    side.open.push({bound, through, next});
  }
}

void LinkSearch::advance(Side& side, Point from, Point to, const Side& other, bool forward) {
  const auto [bound, distance, s] = side.open.pop();
  const Reached& reached = side.reached[at(s)];
  if (distance > reached.distance) return;
  ++result_.expanded;
  const Reached& opposite = other.reached[at(reversed(s))];
  if (opposite.stamp == other.stamp && distance + opposite.distance < best_.length) {
    best_ = {distance + opposite.distance, forward ? s : reversed(s), {}, {}};
  }
  const Point before = reached.parent == kNoState ? from : index_.position(reached.parent);
  if (!index_.labelled(s)) {
    expand(side, s, distance, before, to, best_.length);
    return;
  }
  const HubIndex::Range label = index_.taut_label(s, before);
  for (std::uint32_t e = label.begin; e < label.end; ++e) {
    const HubId h = index_.hub(e);
    const double to_hub = distance + index_.distance(e);
    Hub& hub = side.hubs[at(h)];
    if (hub.stamp == side.stamp && hub.distance <= to_hub) continue;
    hub = {to_hub, side.stamp, e, s};
    const Hub& met = other.hubs[at(reversed(h))];
    if (met.stamp != other.stamp || to_hub + met.distance >= best_.length) continue;
    best_ = {to_hub + met.distance, kNoState, {met.gate, met.gate}, {met.entry, met.entry}};
    best_.gates[forward ? 0 : 1] = s;
    best_.entries[forward ? 0 : 1] = e;
  }
}

SolverResult LinkSearch::run(std::span<const StateLink> start, std::span<const StateLink> goal,
                             Point start_point, Point goal_point, Path& path) {
  Side& a = scratch_.start;
  Side& b = scratch_.goal;
  begin(a, start_point, start);
  begin(b, goal_point, goal);
  best_ = {kNoPath, kNoState, {}, {}};
  result_ = {};
  const auto bound = [&](const Side& side) {
    return side.open.empty() ? kNoPath : side.open.top().bound;
  };
  // Without any labels, only the search from the start runs.
  const bool both = !index_.none_labelled();
  for (;;) {
    const double from_start = bound(a);
    const double from_goal = both ? bound(b) : kNoPath;
    if (std::min(from_start, from_goal) >= best_.length) break;
    if (from_start <= from_goal) {
      advance(a, start_point, goal_point, b, true);
    } else {
      advance(b, goal_point, start_point, a, false);
    }
  }
  if (best_.length == kNoPath) return result_;
  result_.found = true;
  // Both parts of the path end at the meeting point. The part from the goal is reversed and
  // appended.
  const auto add_from = [&](const Side& side, int end) {
    if (best_.state != kNoState) {
      add_chain(side, end == 0 ? best_.state : reversed(best_.state), path);
    } else {
      add_chain(side, best_.gates[end], path);
      path.pop_back();
      add_label_path(best_.gates[end], best_.entries[end], path);
    }
  };
  add_from(a, 0);
  const auto met = static_cast<std::ptrdiff_t>(path.size());
  path.push_back(goal_point);
  add_from(b, 1);
  path.pop_back();
  std::reverse(path.begin() + met, path.end());
  return result_;
}

void LinkSearch::add_chain(const Side& side, StateId s, Path& path) {
  const std::size_t first = path.size();
  for (; s != kNoState; s = side.reached[at(s)].parent) path.push_back(index_.position(s));
  std::reverse(path.begin() + static_cast<std::ptrdiff_t>(first), path.end());
}

void LinkSearch::add_label_path(StateId gate, std::uint32_t entry, Path& path) {
  const HubId hub = index_.hub(entry);
  StateId s = gate;
  for (;;) {
    path.push_back(index_.position(s));
    if (index_.next(entry) == s) return;
    const Point before = index_.position(s);
    s = index_.next(entry);
    entry = index_.labelled(s) ? index_.label(s).begin + index_.next_place(entry)
                               : cross(before, s, hub, path);
  }
}

std::uint32_t LinkSearch::cross(Point before, StateId& s, HubId hub, Path& path) {
  Side& side = scratch_.between;
  const Point to = index_.hub_position(hub);
  const StateLink link{s, StateLink::kInSight, fairway::distance(index_.position(s), to)};
  begin(side, index_.position(s), {&link, 1});
  double least = kNoPath;
  StateId gate = kNoState;
  std::uint32_t found = 0;
  while (!side.open.empty() && side.open.top().bound < least) {
    const auto [bound, distance, at_state] = side.open.pop();
    const Reached& reached = side.reached[at(at_state)];
    if (distance > reached.distance) continue;
    if (!index_.labelled(at_state)) {
      const Point from = reached.parent == kNoState ? before : index_.position(reached.parent);
      expand(side, at_state, distance, from, to, least);
      continue;
    }
    const HubIndex::Range label = index_.label(at_state);
    for (std::uint32_t e = label.begin; e < label.end; ++e) {
      if (index_.hub(e) != hub || distance + index_.distance(e) >= least) continue;
      least = distance + index_.distance(e);
      gate = at_state;
      found = e;
    }
  }
  add_chain(side, gate, path);
  path.pop_back();
  s = gate;
  return found;
}

}  // namespace fairway
