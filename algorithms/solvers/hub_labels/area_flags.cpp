#include "algorithms/solvers/hub_labels/area_flags.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/geometry/hilbert.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/solvers/hub_labels/label_search.hpp"

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

class AreaFlagger {
 public:
  AreaFlagger(const FreeSpace& space, std::span<const CornerId> turns, const TautStates& states,
              const Labelling& labelling, const SightLists& lists, std::size_t area_count)
      : space_(space),
        mesh_(space.triangulation()),
        turns_(turns),
        search_(states, labelling.label_of),
        seen_begin_(states.state_count() + 1),
        reached_by_(area_count, kNoState) {
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
                          (s & 1) != 0 ? e.left : e.right};
    });
  }

  AreaFlags run() {
    for (std::int32_t turn = 0; turn < static_cast<std::int32_t>(turns_.size()); ++turn) {
      search_.begin(turn);
      for (const StateId from : {2 * turn, 2 * turn + 1}) {
        search_.run<false>(from, [&](StateId s, StateId parent, double) {
          for (const Seen& seen : seen_from(s)) {
            if (reached_by_[seen.area] == from) continue;
            if (s != from && !turns_into(parent, s, seen.outer)) continue;
            reached_by_[seen.area] = from;
            result_.areas[seen.area].push_back(from);
          }
        });
      }
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

  std::span<const Seen> seen_from(StateId s) const {
    const auto i = static_cast<std::size_t>(s);
    return std::span(seen_).subspan(seen_begin_[i], seen_begin_[i + 1] - seen_begin_[i]);
  }
  Point position(StateId s) const {
    return space_.position(turns_[static_cast<std::size_t>(turn_of(s))]);
  }
  /// Whether a path from the parent turns at s, or goes straight on, to reach a ray.
  bool turns_into(StateId parent, StateId s, SightLists::Ray ray) const {
    const int side = orientation(position(parent), position(s), mesh_.point(ray >> 1));
    const bool turns_left = (s & 1) != 0;
    const bool opposite = (ray & 1) != 0;
    return turns_left == opposite ? side <= 0 : side >= 0;
  }

  const FreeSpace& space_;
  const Triangulation& mesh_;
  std::span<const CornerId> turns_;
  LabelSearch search_;
  std::vector<std::size_t> seen_begin_;
  std::vector<Seen> seen_;
  std::vector<StateId> reached_by_;  ///< the state that reached an area last
  AreaFlags result_;
};

}  // namespace

AreaFlags flag_areas(const FreeSpace& space, std::span<const CornerId> turns,
                     const TautStates& states, const Labelling& labelling, const SightLists& lists,
                     std::size_t area_count) {
  return AreaFlagger(space, turns, states, labelling, lists,
                     std::min(area_count, lists.polygon_count()))
      .run();
}

}  // namespace fairway
