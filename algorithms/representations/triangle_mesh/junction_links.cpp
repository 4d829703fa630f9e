#include "algorithms/representations/triangle_mesh/junction_links.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "algorithms/representations/triangle_mesh/junction_linker.hpp"

namespace fairway {

void JunctionLinker::link_sides(TriangleId t) {
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

void JunctionLinker::link_beyond(HalfEdge exit, const std::vector<TriangleId>* linked) {
  if (!reduction_.leads_on(exit)) return;
  const auto link_once = [&](std::array<HalfEdge, 2> exits, std::array<HalfEdge, 2> way_back) {
    if (exits[0] < way_back[0]) {
      link_along(exits, way_back);
    } else if (linked != nullptr && !std::binary_search(linked->begin(), linked->end(),
                                                        Triangulation::triangle_of(way_back[0]))) {
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

void JunctionLinker::link_along(std::array<HalfEdge, 2> exits, std::array<HalfEdge, 2> way_back) {
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

void JunctionLinker::link(std::array<HalfEdge, 2> exits, std::int32_t source,
                          std::array<HalfEdge, 2> way_back, std::int32_t end, std::int32_t target) {
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

/// Computes the shortest paths through the crossed sides from a corner of the first junction to the
/// corners of the last junction. Returns the places (indices in points_) of the last junction's
/// corners: the left and the right end of the last crossed side, and the apex.
std::array<std::int32_t, 3> JunctionLinker::pull(std::int32_t source) {
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

void JunctionLinker::keep_cheapest() {
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

JunctionLinks link_junctions(const FreeSpace& space, const Reduction& reduction) {
  JunctionLinker linker(space, reduction);
  const std::vector<TriangleId> junctions = reduction.junctions();
  for (const TriangleId t : junctions) linker.link_sides(t);
  for (const TriangleId t : junctions) {
    for (int i = 0; i < 3; ++i) linker.link_beyond(Triangulation::half_edge(t, i), nullptr);
  }
  linker.keep_cheapest();
  const auto& candidates = linker.candidates();
  JunctionLinks links;
  links.passages.reserve(candidates.size());
  CsrGraph::Builder builder;
  builder.reserve(reduction.corners().size(), candidates.size());
  auto candidate = candidates.begin();
  for (Vertex v = 0; v < static_cast<Vertex>(reduction.corners().size()); ++v) {
    for (; candidate != candidates.end() && candidate->from == v; ++candidate) {
      builder.add(candidate->to, candidate->cost);
      links.passages.push_back(candidate->passage);
    }
    builder.end_row();
  }
  links.graph = std::move(builder).build();
  links.bends = std::move(linker.bends());
  links.bends.shrink_to_fit();
  return links;
}

}  // namespace fairway
