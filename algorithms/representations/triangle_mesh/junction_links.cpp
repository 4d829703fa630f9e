#include "algorithms/representations/triangle_mesh/junction_links.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace fairway {
namespace {

class Linker {
 public:
  Linker(const FreeSpace& space, const Reduction& reduction)
      : space_(space), mesh_(space.triangulation()), reduction_(reduction) {}

  JunctionLinks run() && {
    for (const TriangleId t : reduction_.junctions()) link_sides(t);
    for (const TriangleId t : reduction_.junctions()) {
      for (int i = 0; i < 3; ++i) {
        link_beyond(Triangulation::half_edge(t, i), [](TriangleId) { return true; });
      }
    }
    return std::move(*this).finish({});
  }

  JunctionLinks run_again(const std::vector<Vertex>& nodes, JunctionLinks before) && {
    is_kept_.assign(reduction_.corners().size(), true);
    for (const Vertex v : nodes) is_kept_[slot_of(v)] = false;
    const std::vector<TriangleId> junctions = junctions_at(nodes);
    bends_ = std::move(before.bends);
    for (const TriangleId t : junctions) link_sides(t);
    for (const TriangleId t : junctions) {
      for (int i = 0; i < 3; ++i) {
        link_beyond(Triangulation::half_edge(t, i), [&](TriangleId other) {
          return std::binary_search(junctions.begin(), junctions.end(), other);
        });
      }
    }
    return std::move(*this).finish(before);
  }

 private:
  struct Candidate {
    Vertex from;
    Vertex to;
    double cost;
    Passage passage;
  };

  void link_sides(TriangleId t) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      const HalfEdge next = Triangulation::next(h);
      const double cost = distance(mesh_.origin_point(h), mesh_.destination_point(h));
      const std::array<HalfEdge, 2> none{kNoHalfEdge, kNoHalfEdge};
      const Vertex u = reduction_.place_of(h);
      const Vertex v = reduction_.place_of(next);
      candidates_.push_back({u, v, cost, {h, none, 0, 0, false}});
      candidates_.push_back({v, u, cost, {next, none, 0, 0, false}});
    }
  }

  /// The junctions of some nodes.
  std::vector<TriangleId> junctions_at(const std::vector<Vertex>& nodes) const {
    std::vector<TriangleId> junctions;
    for (const Vertex v : nodes) {
      const CornerId c = reduction_.corners()[slot_of(v)];
      if (c == kNoCorner) continue;
      for (HalfEdge h = space_.corner(c).first; h != kNoHalfEdge;
           h = mesh_.across(Triangulation::previous(h))) {
        const TriangleId t = Triangulation::triangle_of(h);
        if (reduction_.is_junction(t)) junctions.push_back(t);
      }
    }
    std::sort(junctions.begin(), junctions.end());
    junctions.erase(std::unique(junctions.begin(), junctions.end()), junctions.end());
    return junctions;
  }

  /// A way between two junctions is found from both, and taken from the one whose side on it has
  /// the smaller number; also if only the other junction is linked.
  template <class IsLinked>
  void link_beyond(HalfEdge exit, const IsLinked& is_linked) {
    if (!reduction_.leads_on(exit)) return;
    const auto link_once = [&](std::array<HalfEdge, 2> exits, std::array<HalfEdge, 2> way_back) {
      if (exits[0] < way_back[0]) {
        link_along(exits, way_back);
      } else if (!is_linked(Triangulation::triangle_of(way_back[0]))) {
        link_along(way_back, exits);
      }
    };
    const HalfEdge middle = reduction_.cross(exit, [](HalfEdge) {});
    link_once({exit, kNoHalfEdge}, {middle, kNoHalfEdge});
    for (const HalfEdge second : {Triangulation::next(middle), Triangulation::previous(middle)}) {
      if (!reduction_.leads_on(second)) continue;
      link_once({exit, second}, {reduction_.cross(second, [](HalfEdge) {}), middle});
    }
  }

  void link_along(std::array<HalfEdge, 2> exits, std::array<HalfEdge, 2> way_back) {
    crossed_.clear();
    for (const HalfEdge exit : exits) {
      if (exit == kNoHalfEdge) continue;
      reduction_.cross(exit, [&](HalfEdge h) { crossed_.push_back(h); });
    }
    for (const std::int32_t source : {kLeft, kRight, kApex}) {
      const std::array<std::int32_t, 3> targets = pull(source);
      if (passed(source) != Passed::kOwnEnd) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        if (passed(targets[k]) == Passed::kOtherEnd) {
          link(exits, source, way_back, static_cast<std::int32_t>(k), targets[k]);
        }
      }
    }
  }

  void link(std::array<HalfEdge, 2> exits, std::int32_t source, std::array<HalfEdge, 2> way_back,
            std::int32_t end, std::int32_t target) {
    const HalfEdge exit = exits[0];
    const HalfEdge entry = way_back[0];
    const HalfEdge from = source == kLeft    ? Triangulation::next(exit)
                          : source == kRight ? exit
                                             : Triangulation::previous(exit);
    const HalfEdge to = end == kLeft    ? entry
                        : end == kRight ? Triangulation::next(entry)
                                        : Triangulation::previous(entry);
    const Vertex u = reduction_.place_of(from);
    const Vertex v = reduction_.place_of(to);
    if (u == v) return;
    const auto first_bend = static_cast<std::uint32_t>(bends_.size());
    std::int32_t place = next(target);
    for (; place != source && passed(place) == Passed::kNothing; place = next(place)) {
      bends_.push_back(point(place));
    }
    if (place != source) {
      bends_.resize(first_bend);
      return;
    }
    const auto bend_count = static_cast<std::uint32_t>(bends_.size()) - first_bend;
    const double cost = legs_[static_cast<std::size_t>(target)].length;
    candidates_.push_back({u, v, cost, {from, exits, first_bend, bend_count, true}});
    candidates_.push_back({v, u, cost, {to, way_back, first_bend, bend_count, false}});
  }

  /// Of which junctions on the way a place is a corner: none, the first, the last, or others.
  enum class Passed : std::uint8_t { kNothing, kOwnEnd, kOtherEnd, kBoth };
  Passed passed(std::int32_t place) const { return passed_[static_cast<std::size_t>(place)]; }
  void pass(std::int32_t place, Passed what) {
    Passed& own = passed_[static_cast<std::size_t>(place)];
    own = own == Passed::kNothing ? what : Passed::kBoth;
  }

  Point point(std::int32_t place) const { return points_[static_cast<std::size_t>(place)]; }
  std::int32_t next(std::int32_t place) const {
    return legs_[static_cast<std::size_t>(place)].next;
  }
  std::int32_t add(Point p) {
    points_.push_back(p);
    legs_.push_back({});
    passed_.push_back(Passed::kNothing);
    return static_cast<std::int32_t>(points_.size()) - 1;
  }
  void join(std::int32_t place, std::int32_t next) {
    legs_[static_cast<std::size_t>(place)] = {
        legs_[static_cast<std::size_t>(next)].length + distance(point(place), point(next)), next};
  }

  /// Computes the shortest paths through the crossed sides from a corner of the first junction to
  /// those of the last. Returns the places of these: left and right end of its side, and the apex.
  std::array<std::int32_t, 3> pull(std::int32_t source) {
    points_.clear();
    legs_.clear();
    passed_.clear();
    const HalfEdge exit = crossed_.front();
    for (const Point p :
         {mesh_.destination_point(exit), mesh_.origin_point(exit), mesh_.apex_point(exit)}) {
      pass(add(p), Passed::kOwnEnd);
    }
    for (const std::int32_t place : {kLeft, kRight, kApex}) {
      if (place != source) join(place, source);
    }
    Funnel funnel{kLeft, kRight, source};
    for (std::size_t i = 1;; ++i) {
      const HalfEdge entry = mesh_.across(crossed_[i - 1]);
      const std::int32_t apex = add(mesh_.apex_point(entry));
      const Tangent tangent = find_tangent(
          funnel, point(apex), [&](std::int32_t p) { return point(p); },
          [&](std::int32_t p) { return next(p); });
      join(apex, tangent.at);
      if (i == crossed_.size()) {
        const std::array<std::int32_t, 3> ends{funnel.left, funnel.right, apex};
        for (const std::int32_t place : ends) pass(place, Passed::kOtherEnd);
        return ends;
      }
      if (reduction_.is_junction(Triangulation::triangle_of(entry))) {
        for (const std::int32_t place : {funnel.left, funnel.right, apex}) {
          pass(place, Passed::kBoth);
        }
      }
      funnel = crossed_[i] == Triangulation::previous(entry) ? tangent.left_of(apex, funnel)
                                                             : tangent.right_of(apex, funnel);
    }
  }

  /// Keeps the cheapest of several links between two corners, and the rows of kept nodes.
  JunctionLinks finish(const JunctionLinks& before) && {
    if (!is_kept_.empty()) {
      std::erase_if(candidates_, [&](const Candidate& c) { return is_kept_[slot_of(c.from)]; });
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return std::tie(a.from, a.to, a.cost) < std::tie(b.from, b.to, b.cost);
                     });
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end(),
                                  [](const Candidate& a, const Candidate& b) {
                                    return a.from == b.from && a.to == b.to;
                                  }),
                      candidates_.end());
    JunctionLinks links;
    const std::size_t most = candidates_.size() + before.graph.edge_count();
    links.passages.reserve(most);
    CsrGraph::Builder builder;
    builder.reserve(reduction_.corners().size(), most);
    auto candidate = candidates_.begin();
    for (Vertex v = 0; v < static_cast<Vertex>(reduction_.corners().size()); ++v) {
      if (!is_kept_.empty() && is_kept_[slot_of(v)]) {
        const auto passage = before.passages.begin();
        links.passages.insert(links.passages.end(), passage + before.graph.row_begin(v),
                              passage + before.graph.row_end(v));
        builder.add_row(before.graph, v);
        continue;
      }
      for (; candidate != candidates_.end() && candidate->from == v; ++candidate) {
        builder.add(candidate->to, candidate->cost);
        links.passages.push_back(candidate->passage);
      }
      builder.end_row();
    }
    links.graph = std::move(builder).build();
    links.passages.shrink_to_fit();
    links.bends = std::move(bends_);
    if (is_kept_.empty()) {
      links.bends.shrink_to_fit();
    } else {
      drop_wasted_bends(links);
    }
    return links;
  }

  /// Packs the bends where more than half are of no link. The two directions of a link share them.
  static void drop_wasted_bends(JunctionLinks& links) {
    std::size_t used = 0;
    for (const Passage& passage : links.passages) used += passage.bend_count;
    if (links.bends.size() <= used) return;
    constexpr std::uint32_t kUnmoved = 0xffffffff;
    std::vector<std::uint32_t> moved_to(links.bends.size(), kUnmoved);
    std::vector<Point> bends;
    for (Passage& passage : links.passages) {
      if (passage.bend_count == 0) continue;
      std::uint32_t& first = moved_to[passage.first_bend];
      if (first == kUnmoved) {
        first = static_cast<std::uint32_t>(bends.size());
        const auto bend = links.bends.begin() + passage.first_bend;
        bends.insert(bends.end(), bend, bend + passage.bend_count);
      }
      passage.first_bend = first;
    }
    links.bends = std::move(bends);
  }

  static constexpr std::int32_t kLeft = 0;
  static constexpr std::int32_t kRight = 1;
  static constexpr std::int32_t kApex = 2;

  const FreeSpace& space_;
  const Triangulation& mesh_;
  const Reduction& reduction_;
  std::vector<bool> is_kept_;  // of a node: its links are; empty in a build
  std::vector<Candidate> candidates_;
  std::vector<Point> bends_;
  std::vector<HalfEdge> crossed_;
  std::vector<Point> points_;  // of the places along the crossed sides
  std::vector<Leg> legs_;
  std::vector<Passed> passed_;
};

}  // namespace

JunctionLinks link_junctions(const FreeSpace& space, const Reduction& reduction) {
  return Linker(space, reduction).run();
}

JunctionLinks relink_junctions(const FreeSpace& space, const Reduction& reduction,
                               const Reduction::Changed& changed, JunctionLinks before) {
  return Linker(space, reduction).run_again(changed.nodes, std::move(before));
}

}  // namespace fairway
