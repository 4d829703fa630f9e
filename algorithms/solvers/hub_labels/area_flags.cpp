#include "algorithms/solvers/hub_labels/area_flags.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "algorithms/geometry/hilbert.hpp"
#include "algorithms/solvers/hub_labels/label_search.hpp"

namespace fairway {
namespace {

/// Assigns the polygons to areas. The polygons of an area are close to each other, and all areas
/// have about the same number of polygons. Returns the area of each polygon.
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

/// For each state (see StateId), finds the areas in which a shortest path can end if it leaves the
/// state's corner in this state.
class AreaFlagger {
 public:
  AreaFlagger(const FreeSpace& space, const TautStates& states, const SightLists& lists,
              const Labelling& labelling, std::size_t area_count)
      : mesh_(space.triangulation()),
        states_(states),
        search_(states, labelling.label_of),
        seen_begin_(states.state_count() + 1),
        reached_(states.state_count()),
        corner_distance_(states.turn_count()),
        words_((area_count + 63) / 64),
        areas_seen_(states.state_count() * words_),
        flagged_{std::vector<std::uint64_t>(words_), std::vector<std::uint64_t>(words_)} {
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
      const std::uint32_t area = result_.area_of[static_cast<std::size_t>(p)];
      seen_[next[s]++] = {area, turns_left(static_cast<StateId>(s)) ? e.left : e.right};
      areas_seen_[s * words_ + area / 64] |= std::uint64_t{1} << area % 64;
    });
  }

  AreaFlags run() {
    for (std::int32_t turn = 0; turn < static_cast<std::int32_t>(states_.turn_count()); ++turn) {
      search_.begin(turn);
      turn_ = turn;
      follow_paths_out_of(2 * turn);
      follow_paths_out_of(2 * turn + 1);
    }
    return std::move(result_);
  }

 private:
  /// An area visible from a state's corner, with the outer ray of the cone of sight. The outer ray
  /// is on the side to which a path turns at the corner.
  struct Seen {
    std::uint32_t area;
    SightLists::Ray outer;
  };
  /// Shortest distance found to a state.
  struct Reached {
    double distance = 0;
    StateId from = kNoState;  ///< state where the path begins
    bool close = false;       ///< whether one of the shortest paths leaves close to the wall
  };
  struct CornerDistance {
    double distance = 0;
    std::int32_t turn = -1;
  };
  struct Open {
    StateId state;
    StateId parent;
    double distance;
    bool close;  ///< whether the path leaves from_ close to the wall
  };

  void follow_paths_out_of(StateId from) {
    from_ = from;
    for (std::vector<std::uint64_t>& set : flagged_) std::ranges::fill(set, std::uint64_t{0});
    for (const Seen& seen : seen_from(from)) {
      const Point through = mesh_.point(seen.outer >> 1);
      flag(seen.area, states_.leaves_close(from, through, (seen.outer & 1) != 0));
    }
    for (const TautStates::Link& link : states_.links(from)) {
      reach(link.to, from, link.length, states_.leaves_close(from, states_.position(link.to)));
    }
    while (!open_.empty()) {
      const auto [s, parent, distance, close] = open_.back();
      open_.pop_back();
      if (distance > TautStates::kAsShort * at(s).distance) continue;
      const Point before = states_.position(parent);
      result_.steps += seen_from(s).size() + states_.links(s).size();
      if (sees_unflagged(s, close)) {
        for (const Seen& seen : seen_from(s)) {
          if (!flagged(seen.area, close) && turns_into(before, s, seen.outer)) {
            flag(seen.area, close);
          }
        }
      }
      for (const TautStates::Link& link : states_.links(s)) {
        if (!states_.stays_taut(before, s, states_.position(link.to))) break;
        reach(link.to, s, distance + link.length, close);
      }
    }
  }

  /// Whether an area is flagged for the paths out of from_ that leave close to the wall, or for all
  /// paths.
  bool flagged(std::uint32_t area, bool close) const {
    return (flagged_[close ? 0 : 1][area / 64] >> area % 64 & 1) != 0;
  }
  void flag(std::uint32_t area, bool close) {
    if (close) add_flag(area, 0);
    add_flag(area, 1);
  }
  void add_flag(std::uint32_t area, FlagId bit) {
    std::uint64_t& set = flagged_[static_cast<std::size_t>(bit)][area / 64];
    const std::uint64_t flag = std::uint64_t{1} << area % 64;
    if ((set & flag) == 0) result_.areas[area].push_back(2 * from_ + bit);
    set |= flag;
  }
  /// Whether the corner of s sees an area that is not flagged yet for from_, the state where the
  /// search began.
  bool sees_unflagged(StateId s, bool close) const {
    const std::uint64_t* const seen = &areas_seen_[static_cast<std::size_t>(s) * words_];
    for (std::size_t i = 0; i < words_; ++i) {
      if ((seen[i] & ~flagged_[close ? 0 : 1][i]) != 0) return true;
    }
    return false;
  }

  /// Handles a path that reaches s. The search continues from s unless another path to the corner
  /// of s is clearly shorter, or an earlier path to s is as short. The first path to s that leaves
  /// close to the wall continues even if an earlier path is as short.
  void reach(StateId s, StateId parent, double distance, bool close) {
    Reached& found = at(s);
    const bool shorter = found.from != from_ || TautStates::kAsShort * distance < found.distance;
    const bool first_close =
        close && !found.close && distance <= TautStates::kAsShort * found.distance;
    if (!shorter && !first_close) return;
    if (distance > TautStates::kClearlyLonger * corner_distance(s)) return;
    if (shorter) found = {distance, from_, close};
    found.close = close;
    open_.push_back({s, parent, distance, close});
  }

  double corner_distance(StateId s) {
    CornerDistance& known = corner_distance_[static_cast<std::size_t>(turn_of(s))];
    if (known.turn != turn_) known = {search_.through_corner(s), turn_};
    return known.distance;
  }

  static bool turns_left(StateId s) { return (s & 1) != 0; }
  /// Consider a path from `before` that leaves the corner of s along `ray`. Returns whether it goes
  /// straight on at the corner, or turns to the side that s requires (see turns_left()).
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
  LabelSearch search_;
  std::vector<std::size_t> seen_begin_;
  std::vector<Seen> seen_;
  std::vector<Reached> reached_;
  std::vector<CornerDistance> corner_distance_;
  const std::size_t words_;                // number of 64-bit words in a set of areas
  std::vector<std::uint64_t> areas_seen_;  // for each state: the set of areas seen from its corner
  // The sets of areas flagged for from_: for paths that leave close to the wall, and for all paths.
  std::array<std::vector<std::uint64_t>, 2> flagged_;
  std::vector<Open> open_;
  std::int32_t turn_ = 0;
  StateId from_ = kNoState;
  AreaFlags result_;
};

}  // namespace

AreaFlags flag_areas(const FreeSpace& space, const TautStates& states, const SightLists& lists,
                     const Labelling& labelling, std::size_t area_count) {
  return AreaFlagger(space, states, lists, labelling, std::min(area_count, lists.polygon_count()))
      .run();
}

double flag_steps(const TautStates& states, const SightLists& lists,
                  const LabelForecast& forecast) {
  const auto each = static_cast<double>(states.link_count() + lists.entry_count());
  const auto count = static_cast<double>(std::max<std::size_t>(1, states.state_count()));
  return forecast.reached * each / count;
}

}  // namespace fairway
