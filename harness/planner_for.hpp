#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/representations/representation.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "harness/lap_clock.hpp"
#include "harness/method.hpp"
#include "harness/planner.hpp"

namespace fairway {

/// A representation that draws itself: r.draw(sink) calls sink(Point, Point) for each side of its
/// cells.
template <class R>
concept DrawsCells = requires(const R& r, const SegmentSink& sink) {
  r.draw(sink);
};

/// A representation with an octile heuristic of its own: one that knows how its goal links bend the
/// last step. `goal` is the exact point, the links are those of the attachment.
template <class R>
concept HasOwnOctile = requires(const R& r, Point goal, const std::vector<Link>& links, Vertex v) {
  { r.octile_to(goal, links)(v) } -> std::convertible_to<double>;
};

/// The planner of a method: a representation, the shared A*, a smoother.
template <Representation R>
class PlannerFor final : public Planner {
 public:
  /// Builds the representation. Keeps a reference to the free space. A representation whose graph
  /// numbers more vertices than it has (an implicit grid) tells their number as vertex_count().
  PlannerFor(const FreeSpace& space, const typename R::Options& options,
             const SearchSettings& settings)
      : space_(space),
        settings_(settings),
        representation_(build(space, options, facts_.build_nanoseconds)) {
    gather_facts();
  }

  void plan(const Query& query, Answer& answer) override {
    answer.raw.clear();
    answer.path.clear();
    answer.expanded = answer.generated = 0;
    answer.times = {};
    if (needs_corridor(settings_.smoother) && !CorridorRepresentation<R>) {
      answer.status = PlanStatus::kUnsupported;
      return;
    }
    LapClock clock;
    const Location start = space_.locate(query.start);
    const Location goal = space_.locate(query.goal);
    answer.times.locate = clock.lap();
    if (start.place == Place::kBlocked || goal.place == Place::kBlocked) {
      answer.status =
          start.place == Place::kBlocked ? PlanStatus::kStartBlocked : PlanStatus::kGoalBlocked;
      return;
    }
    answer.status = PlanStatus::kNoPath;
    const AttachStatus attached = representation_.attach(start, goal, scratch_, attachment_);
    answer.times.attach = clock.lap();
    if (attached != AttachStatus::kAttached) return;

    const SearchResult result = search(query.goal);
    answer.times.search = clock.lap();
    answer.expanded = result.expanded;
    answer.generated = result.generated;
    if (!result.found) return;

    answer.status = PlanStatus::kFound;
    representation_.realise(query.start, query.goal, vertices_, answer.raw);
    answer.times.realise = clock.lap();
    answer.path = answer.raw;
    smooth_path(query, answer.path);
    answer.times.smooth = clock.lap();
  }

  const PlannerFacts& facts() const override { return facts_; }

  DrawingKind draw(const SegmentSink& segment) const override {
    if constexpr (DrawsCells<R>) {
      representation_.draw(segment);
      return DrawingKind::kCells;
    } else {
      const auto& graph = representation_.graph();
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
        for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
          const Vertex w = target(*e, graph);
          if (v < w) segment(representation_.position(v), representation_.position(w));
        }
      }
      return DrawingKind::kEdges;
    }
  }

 private:
  static R build(const FreeSpace& space, const typename R::Options& options,
                 std::int64_t& nanoseconds) {
    LapClock clock;
    R representation = R::build(space, options);
    nanoseconds = clock.lap();
    return representation;
  }

  void gather_facts() {
    const BuildReport& report = representation_.report();
    for (const BuildPhase& phase : report.phases) {
      facts_.build_phases.emplace_back(phase.name, phase.nanoseconds);
    }
    const auto& graph = representation_.graph();
    facts_.memory_bytes = representation_.memory_bytes();
    facts_.vertices = num_vertices(graph);
    for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
      facts_.edges += out_degree(v, graph);
    }
    facts_.edges /= 2;
    if constexpr (requires { representation_.vertex_count(); }) {
      facts_.vertices = representation_.vertex_count();
    }
    facts_.coverage = report.covered_area / space_.area();
    facts_.components = report.components;
  }

  /// Chooses the heuristic's type once a query, so that the search itself is static.
  SearchResult search(Point goal) {
    const auto position = [this](Vertex v) { return representation_.position(v); };
    switch (settings_.heuristic) {
      case HeuristicKind::kEuclidean:
        return search_with(EuclideanHeuristic(position, goal));
      case HeuristicKind::kOctile:
        if constexpr (HasOwnOctile<R>) {
          return search_with(representation_.octile_to(goal, attachment_.goal));
        } else {
          return search_with(OctileHeuristic(position, goal));
        }
      default:
        break;
    }
    return search_with(ZeroHeuristic{});
  }

  template <class H>
  SearchResult search_with(const H& heuristic) {
    const auto& graph = representation_.graph();
    return settings_.weight == 1
               ? astar(graph, attachment_, heuristic, search_scratch_, vertices_)
               : astar(graph, attachment_, WeightedHeuristic(heuristic, settings_.weight),
                       search_scratch_, vertices_);
  }

  void smooth_path(const Query& query, Path& path) {
    corridor_.clear();
    if constexpr (CorridorRepresentation<R>) {
      if (needs_corridor(settings_.smoother)) {
        representation_.corridor(query.start, query.goal, vertices_, corridor_);
      }
    }
    smooth(settings_.smoother, space_, query.start, query.goal, corridor_, smoothing_, path);
  }

  const FreeSpace& space_;
  SearchSettings settings_;
  PlannerFacts facts_;
  R representation_;
  typename R::Scratch scratch_;
  Attachment attachment_;
  SearchScratch search_scratch_;
  std::vector<Vertex> vertices_;
  std::vector<Portal> corridor_;
  SmoothingScratch smoothing_;
};

}  // namespace fairway
