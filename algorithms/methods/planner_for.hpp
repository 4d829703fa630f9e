#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/successor_graph.hpp"
#include "algorithms/methods/method_index.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/methods/planning.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/drop_points.hpp"
#include "algorithms/smoothing/smoother.hpp"

namespace fairway {

/// The planner of a method: a representation, A* or a table of all pairs, and a smoother.
template <Representation R>
class PlannerFor final : public Planner {
 public:
  /// As MethodIndex<R>, with its preconditions and errors.
  PlannerFor(const FreeSpace& space, const typename R::Options& options,
             const SearchSettings& settings)
      : PlannerFor(std::make_shared<const MethodIndex<R>>(space, options, settings)) {}

  std::unique_ptr<Planner> fork() const override {
    return std::unique_ptr<Planner>(new PlannerFor(index_));
  }

  void plan(const Query& query, Answer& answer) override { plan(query, answer, nullptr); }

  void plan_traced(const Query& query, Answer& answer, SearchTrace& trace) override {
    trace.clear();
    TraceRecorder recorder([this](Vertex v) { return representation().position(v); }, query.goal,
                           trace);
    plan(query, answer, &recorder);
  }

  const PlannerFacts& facts() const override { return index_->facts; }

  std::unique_ptr<RepresentationView> view() const override {
    if (!index_->representation) return nullptr;
    return std::make_unique<ViewOf<R>>(representation());
  }

  DrawingKind draw(const SegmentSink& segment) const override {
    constexpr DrawingKind kKind = DrawsCells<R> ? DrawingKind::kCells : DrawingKind::kEdges;
    if (!index_->representation) return kKind;
    if constexpr (DrawsCells<R>) {
      representation().draw(segment);
    } else {
      const auto& graph = representation().graph();
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
        for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
          const Vertex w = target(*e, graph);
          if (v < w) segment(representation().position(v), representation().position(w));
        }
      }
    }
    return kKind;
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  explicit PlannerFor(std::shared_ptr<const MethodIndex<R>> index) : index_(std::move(index)) {}

  const FreeSpace& space() const { return index_->space; }
  const SearchSettings& settings() const { return index_->settings; }
  /// Precondition: queries are supported.
  const R& representation() const { return *index_->representation; }

  void plan(const Query& query, Answer& answer, SearchObserver* observer) {
    const bool supported = index_->facts.supported;
    const bool may_be_blocked = supported && accepts_blocked_ends(representation());
    auto ends = begin_answer(space(), query, supported, may_be_blocked, answer);
    if (!ends) return;
    auto& [start, goal, clock] = *ends;
    answer.status = PlanStatus::kNoPath;
    const AttachStatus attached = representation().attach(start, goal, scratch_, attachment_);
    answer.times.attach = clock.lap();
    if (attached != AttachStatus::kAttached) return;

    const bool hopeless = settings().reject == Rejection::kLabels && !links_share_component();
    const SearchResult result = hopeless ? SearchResult{} : search(query.goal, observer);
    answer.times.search = clock.lap();
    answer.expanded = result.expanded;
    answer.generated = result.generated;
    if (!result.found) return;

    answer.status = PlanStatus::kFound;
    representation().realise(query.start, query.goal, vertices_, answer.raw);
    answer.times.realise = clock.lap();
    answer.path = answer.raw;
    smooth_path(query, answer);
    answer.times.smooth = clock.lap();
  }

  /// Whether the ends are linked to one component, or directly; true if the representation does not
  /// know. O(links) if each end's links are in one component, as is usual.
  bool links_share_component() const {
    if constexpr (HasComponents<R>) {
      if (attachment_.direct < kInfinity) return true;
      std::int32_t seen = -1;
      for (const Link& start : attachment_.start) {
        const std::int32_t component = representation().component(start.vertex);
        if (component == seen) continue;
        seen = component;
        for (const Link& goal : attachment_.goal) {
          if (representation().component(goal.vertex) == component) return true;
        }
      }
      return false;
    }
    return true;
  }

  /// Chooses the types of heuristic and steering once per query, so that common combinations do not
  /// choose at every vertex; rare ones do.
  SearchResult search(Point goal, SearchObserver* observer) {
    if (index_->table) return look_up(goal, observer);
    if constexpr (HasOwnSearch<R>) {
      if (settings().search == SearchKind::kOwn) {
        return representation().search(goal, attachment_, search_scratch_, vertices_, observer);
      }
    }
    const auto position = [&r = representation()](Vertex v) { return r.position(v); };
    if constexpr (HasSuccessors<R>) {
      if (settings().heuristic == HeuristicKind::kEuclidean && index_->weight == 1) {
        // Rounding can make two lengths tie that differ exactly, and so leave out the only way on.
        // If no path is found, the search is repeated over all edges.
        const SearchResult result = search_successors(EuclideanHeuristic(position, goal), observer);
        if (result.found) return result;
      }
    }
    const bool plain = observer == nullptr;
    if (plain && settings().heuristic == HeuristicKind::kEuclidean) {
      return plain_search(EuclideanHeuristic(position, goal));
    }
    if (plain && settings().heuristic == HeuristicKind::kOctile) {
      return plain_search(octile_to(goal));
    }
    if (plain && settings().heuristic == HeuristicKind::kZero) {
      return astar(representation().graph(), attachment_, ZeroHeuristic{}, search_scratch_,
                   vertices_);
    }
    return watched_search(goal, observer);
  }

  auto octile_to(Point goal) const {
    if constexpr (HasOctileHeuristic<R>) {
      return representation().octile_to(goal, attachment_.goal);
    } else {
      return OctileHeuristic([&r = representation()](Vertex v) { return r.position(v); }, goal);
    }
  }

  template <class H>
  SearchResult plain_search(const H& heuristic) {
    const auto& graph = representation().graph();
    return index_->weight == 1
               ? astar(graph, attachment_, heuristic, search_scratch_, vertices_)
               : astar(graph, attachment_, WeightedHeuristic(heuristic, index_->weight),
                       search_scratch_, vertices_);
  }

  /// Searches only edges by which a shortest path can go on. The heuristic must be consistent.
  template <class H>
  SearchResult search_successors(const H& heuristic, SearchObserver* observer) {
    const auto successors = [this](Vertex parent, Vertex v) {
      return representation().successors(parent, v, scratch_);
    };
    const SuccessorGraph graph(representation().graph(), successors);
    return observer == nullptr ? astar(graph, attachment_, heuristic, search_scratch_, vertices_)
                               : astar(graph, attachment_, heuristic, search_scratch_, vertices_,
                                       WatchedSearch(observer));
  }

  /// Searches with any heuristic, chosen at every vertex, and an optional observer.
  SearchResult watched_search(Point goal, SearchObserver* observer) {
    const auto& graph = representation().graph();
    const auto octile_distance = octile_to(goal);
    const auto heuristic = [&](Vertex v) -> double {
      const Point p = representation().position(v);
      switch (settings().heuristic) {
        case HeuristicKind::kEuclidean:
          return index_->weight * euclidean(p, goal);
        case HeuristicKind::kOctile:
          return index_->weight * octile_distance(v);
        case HeuristicKind::kZero:
          return 0;
        case HeuristicKind::kManhattan:
          return index_->weight * manhattan(p, goal);
        case HeuristicKind::kChebyshev:
          break;
      }
      return index_->weight * chebyshev(p, goal);
    };
    const HeuristicKind kind = settings().heuristic;
    const bool consistent = kind == HeuristicKind::kZero ||
                            (index_->weight == 1 &&
                             (kind == HeuristicKind::kEuclidean || kind == HeuristicKind::kOctile));
    return astar(graph, attachment_, ConsistentIf(consistent, heuristic), search_scratch_,
                 vertices_, WatchedSearch(observer));
  }

  SearchResult look_up(Point goal, SearchObserver* observer) {
    const double factor = index_->guarantees.realised_cost ? index_->least_factor : 0;
    const auto bound = [&](Vertex v) {
      return factor * euclidean(representation().position(v), goal);
    };
    const SearchResult result = index_->table->find(attachment_, bound, table_scratch_, vertices_);
    if (observer == nullptr || !result.found) return result;
    double linked = kInfinity;
    for (const Link& link : attachment_.start) {
      if (!vertices_.empty() && link.vertex == vertices_.front()) {
        linked = std::min(linked, link.cost);
      }
    }
    Vertex parent = kNoVertex;
    for (const Vertex v : vertices_) {
      const double g = linked + index_->table->cost(vertices_.front(), v);
      observer->vertex_reached(v, parent, g, result.cost - g);
      parent = v;
    }
    observer->goal_reached(parent, result.cost);
    return result;
  }

  /// On terrain the path stays unsmoothed where the smoother's result costs more.
  void smooth_path(const Query& query, Answer& answer) {
    if (settings().smoother == Smoother::kNone) return;
    straighten(query, answer);
    if (space().terrain() != nullptr &&
        path_cost(space(), answer.path) > path_cost(space(), answer.raw)) {
      answer.path = answer.raw;
    }
  }

  /// Whether the segment from a to b costs more than the path over a third point.
  bool costs_more(Point a, Point via, Point b) const {
    return space().terrain() != nullptr &&
           path_cost(space(), std::array{a, b}) > path_cost(space(), std::array{a, via, b});
  }

  void straighten(const Query& query, Answer& answer) {
    if constexpr (CoveringRepresentation<R>) {
      if (needs_cells(settings().smoother)) {
        drop_points(answer.path, [this](Point a, Point via, Point b) {
          return representation().covers(a, b, scratch_) && !costs_more(a, via, b);
        });
        return;
      }
    }
    corridor_.clear();
    if constexpr (CorridorRepresentation<R>) {
      if (needs_corridor(settings().smoother)) {
        representation().corridor(query.start, query.goal, vertices_, corridor_);
      }
    }
    smooth(settings().smoother, space(), query.start, query.goal, corridor_, smoothing_,
           answer.path);
  }

  std::shared_ptr<const MethodIndex<R>> index_;
  typename R::Scratch scratch_;
  Attachment attachment_;
  SearchScratch search_scratch_;
  AllPairsScratch table_scratch_;
  std::vector<Vertex> vertices_;
  std::vector<Portal> corridor_;
  SmoothingScratch smoothing_;
};

}  // namespace fairway
