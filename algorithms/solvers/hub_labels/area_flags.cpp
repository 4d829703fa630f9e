#include "algorithms/solvers/hub_labels/area_flags.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "algorithms/geometry/hilbert.hpp"
#include "algorithms/search/open_heap.hpp"

namespace fairway {
namespace {

/// Groups of polygons that are close, with about as many polygons each.
std::vector<std::uint32_t> areas_of(const FreeSpace& space, const SightLists& lists,
                                    std::size_t area_count) {
  const Triangulation& mesh = space.triangulation();
  std::vector<std::uint32_t> place(lists.polygon_count());
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    const HalfEdge h = Triangulation::half_edge(t, 0);
    const PolygonId p = lists.polygon_of(h);
    if (p == kNoPolygon) continue;
    place[static_cast<std::size_t>(p)] = hilbert_index(mesh.origin_point(h), space.box());
  }
  std::vector<std::uint32_t> order(place.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::uint32_t p) { return std::pair(place[p], p); });
  std::vector<std::uint32_t> area(place.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    area[order[i]] = static_cast<std::uint32_t>(i * area_count / order.size());
  }
  return area;
}

/// Follows the shortest paths from one turn to all others after another.
class AreaFlagger {
 public:
  AreaFlagger(const FreeSpace& space, const TautStates& states, const SightLists& lists,
              std::size_t area_count)
      : mesh_(space.triangulation()),
        states_(states),
        seen_begin_(states.state_count() + 1),
        reached_(states.state_count()),
        flagged_(area_count) {
    result_.area_of = areas_of(space, lists, area_count);
    result_.areas.resize(area_count);
    const auto for_each_seen = [&](auto visit) {
      for (PolygonId p = 0; p < static_cast<PolygonId>(lists.polygon_count()); ++p) {
        for (const SightLists::Entry& e : lists.seen_from(p)) {
          visit(static_cast<std::size_t>(reversed(e.state)), p, e);
        }
      }
    };
    for_each_seen([&](std::size_t s, PolygonId, const auto&) { ++seen_begin_[s + 1]; });
    std::partial_sum(seen_begin_.begin(), seen_begin_.end(), seen_begin_.begin());
    seen_.resize(seen_begin_.back());
    std::vector<std::size_t> next(seen_begin_.begin(), seen_begin_.end() - 1);
    for_each_seen([&](std::size_t s, PolygonId p, const SightLists::Entry& e) {
      seen_[next[s]++] = {result_.area_of[static_cast<std::size_t>(p)],
                          turns_left(static_cast<StateId>(s)) ? e.left : e.right};
    });
  }

  AreaFlags run() {
    for (std::int32_t turn = 0; turn < static_cast<std::int32_t>(states_.turn_count()); ++turn) {
      follow_paths_from(turn);
    }
    return std::move(result_);
  }

 private:
  /// An area that a path can see when it leaves a state, and the ray of the cone of sight towards
  /// which it turns at the state's corner.
  struct Seen {
    std::uint32_t area;
    SightLists::Ray outer;
  };
  struct Reached {
    double distance = 0;
    StateId parent = kNoState;
    std::int32_t from = -1;       ///< the turn where the paths begin
    std::uint8_t leaving_by = 0;  ///< 1 + 2: whether they leave it by its state of side 0, 1
  };
  struct Open {
    double distance;
    StateId state;
    bool before(const Open& other) const { return distance < other.distance; }
  };

  void follow_paths_from(std::int32_t turn) {
    turn_ = turn;
    std::ranges::fill(flagged_, std::uint8_t{0});
    for (const StateId s : {2 * turn, 2 * turn + 1}) {
      const auto side = static_cast<std::uint8_t>(1 + (s & 1));
      for (const Seen& seen : seen_from(s)) flag(seen.area, side);
      for (const TautStates::Link& link : states_.links(s)) reach(link.to, s, link.length, side);
    }
    for (const TautStates::Link& link : states_.links_from_point(turn)) {
      reach(link.to, 2 * turn, link.length, 0);
    }
    while (!open_.empty()) {
      const auto [distance, s] = open_.pop();
      const Reached& found = at(s);
      if (distance > found.distance || is_detour(s, distance)) continue;
      const Point before = states_.position(found.parent);
      result_.steps += seen_from(s).size() + states_.links(s).size();
      for (const Seen& seen : seen_from(s)) {
        if ((found.leaving_by & ~flagged_[seen.area]) == 0) continue;
        if (turns_into(before, s, seen.outer)) flag(seen.area, found.leaving_by);
      }
      for (const TautStates::Link& link : states_.links(s)) {
        const double through = distance + link.length;
        if (is_detour(link.to, through)) continue;
        if (!states_.stays_taut(before, s, states_.position(link.to))) continue;
        reach(link.to, s, through, found.leaving_by);
      }
    }
  }

  void flag(std::uint32_t area, std::uint8_t leaving_by) {
    const auto added = static_cast<std::uint8_t>(leaving_by & ~flagged_[area]);
    if ((added & 1) != 0) result_.areas[area].push_back(2 * turn_);
    if ((added & 2) != 0) result_.areas[area].push_back(2 * turn_ + 1);
    flagged_[area] |= added;
  }

  /// A path reaches s. Of paths that are as short, those that leave the turn by either state count.
  void reach(StateId s, StateId parent, double distance, std::uint8_t leaving_by) {
    Reached& found = at(s);
    const bool first = found.from != turn_;
    if (!first && distance > TautStates::kAsShort * found.distance) return;
    if (!first && found.distance <= TautStates::kAsShort * distance) {
      found.leaving_by |= leaving_by;
      return;
    }
    found = {distance, parent, turn_, leaving_by};
    open_.push({distance, s});
  }

  /// Whether a path of this length to s is not among the shortest known ones to s, or clearly
  /// longer than one that goes on by the other side of its corner.
  bool is_detour(StateId s, double distance) {
    const Reached& found = at(s);
    if (found.from == turn_ && distance > TautStates::kAsShort * found.distance) return true;
    const Reached& other = at(reversed(s));
    return other.from == turn_ && distance > TautStates::kClearlyLonger * other.distance;
  }

  static bool turns_left(StateId s) { return (s & 1) != 0; }
  /// Whether a path turns at s, or goes straight on, to reach a ray.
  bool turns_into(Point before, StateId s, SightLists::Ray ray) const {
    const int side = orientation(before, states_.position(s), mesh_.point(ray >> 1));
    const bool opposite = (ray & 1) != 0;
    return turns_left(s) == opposite ? side <= 0 : side >= 0;
  }

  std::span<const Seen> seen_from(StateId s) const {
    const auto i = static_cast<std::size_t>(s);
    return std::span(seen_).subspan(seen_begin_[i], seen_begin_[i + 1] - seen_begin_[i]);
  }
  Reached& at(StateId s) { return reached_[static_cast<std::size_t>(s)]; }

  const Triangulation& mesh_;
  const TautStates& states_;
  std::vector<std::size_t> seen_begin_;
  std::vector<Seen> seen_;
  std::vector<Reached> reached_;
  std::vector<std::uint8_t> flagged_;  ///< of each area: as Reached::leaving_by
  OpenHeap<Open> open_;
  std::int32_t turn_ = 0;
  AreaFlags result_;
};

}  // namespace

AreaFlags flag_areas(const FreeSpace& space, const TautStates& states, const SightLists& lists,
                     std::size_t area_count) {
  return AreaFlagger(space, states, lists, std::min(area_count, lists.polygon_count())).run();
}

double flag_steps(const TautStates& states, const SightLists& lists,
                  const LabelForecast& forecast) {
  const auto each = static_cast<double>(states.link_count() + lists.entry_count());
  const auto count = static_cast<double>(std::max<std::size_t>(1, states.state_count()));
  return forecast.reached * each / count;
}

}  // namespace fairway
