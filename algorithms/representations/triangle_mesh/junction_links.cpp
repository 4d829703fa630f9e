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
    const std::vector<TriangleId> junctions = reduction_.junctions();
    for (const TriangleId t : junctions) link_sides(t);
    for (const TriangleId t : junctions) {
      for (int i = 0; i < 3; ++i) {
        link_beyond(Triangulation::half_edge(t, i), [](TriangleId) { return true; });
      }
    }
    return std::move(*this).finish();
  }

  JunctionLinks run_again(const std::vector<Vertex>& nodes, JunctionLinks before) && {
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
    before.bends = std::move(bends_);
    exchange_rows(nodes, before);
    if (before.is_wasteful()) before.pack();
    return before;
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

  /// Sorts the candidates, and keeps the cheapest of several links between two corners.
  void keep_cheapest() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return std::tie(a.from, a.to, a.cost) < std::tie(b.from, b.to, b.cost);
                     });
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end(),
                                  [](const Candidate& a, const Candidate& b) {
                                    return a.from == b.from && a.to == b.to;
                                  }),
                      candidates_.end());
  }

  JunctionLinks finish() && {
    keep_cheapest();
    JunctionLinks links;
    links.passages.reserve(candidates_.size());
    CsrGraph::Builder builder;
    builder.reserve(reduction_.corners().size(), candidates_.size());
    auto candidate = candidates_.begin();
    for (Vertex v = 0; v < static_cast<Vertex>(reduction_.corners().size()); ++v) {
      for (; candidate != candidates_.end() && candidate->from == v; ++candidate) {
        builder.add(candidate->to, candidate->cost);
        links.passages.push_back(candidate->passage);
        links.bend_uses += candidate->passage.bend_count;
      }
      builder.end_row();
    }
    links.graph = std::move(builder).build();
    links.bends = std::move(bends_);
    links.bends.shrink_to_fit();
    return links;
  }

  /// Gives each of some nodes, which are in order, the links that were found for it.
  void exchange_rows(const std::vector<Vertex>& nodes, JunctionLinks& links) {
    std::erase_if(candidates_, [&](const Candidate& c) {
      return !std::binary_search(nodes.begin(), nodes.end(), c.from);
    });
    keep_cheapest();
    CsrGraph& graph = links.graph;
    const auto nodes_there = static_cast<Vertex>(graph.vertex_count());
    std::vector<Vertex> targets;
    std::vector<double> costs;
    auto candidate = candidates_.begin();
    for (const Vertex v : nodes) {
      if (v < nodes_there) {
        for (std::uint32_t e = graph.row_begin(v); e < graph.row_end(v); ++e) {
          links.bend_uses -= links.passages[e].bend_count;
        }
      }
      const auto first = candidate;
      targets.clear();
      costs.clear();
      for (; candidate != candidates_.end() && candidate->from == v; ++candidate) {
        targets.push_back(candidate->to);
        costs.push_back(candidate->cost);
      }
      graph.replace_row(v, targets, costs);
      if (graph.index_limit() > links.passages.capacity()) {
        links.passages.reserve(graph.index_limit() + graph.index_limit() / 8);
      }
      links.passages.resize(graph.index_limit());
      std::uint32_t e = graph.row_begin(v);
      for (auto found = first; found != candidate; ++found, ++e) {
        links.passages[e] = found->passage;
        links.bend_uses += found->passage.bend_count;
      }
    }
  }

  static constexpr std::int32_t kLeft = 0;
  static constexpr std::int32_t kRight = 1;
  static constexpr std::int32_t kApex = 2;

  const FreeSpace& space_;
  const Triangulation& mesh_;
  const Reduction& reduction_;
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
