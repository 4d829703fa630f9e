#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "algorithms/freespace/containment.hpp"
#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/representations/representation.hpp"
#include "algorithms/search/all_pairs.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/drop_points.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "harness/conformance/inspection.hpp"
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

/// A representation that knows the connected component of each vertex.
template <class R>
concept HasComponents = requires(const R& r, Vertex v) {
  { r.component(v) } -> std::same_as<std::int32_t>;
};

/// A representation that may answer queries whose ends are outside free space. Its attach() is then
/// given locations with Place::kBlocked.
template <class R>
concept MayAcceptBlockedEnds = requires(const R& r) {
  { r.accepts_blocked_ends() } -> std::same_as<bool>;
};

/// The planner of a method: a representation, the shared A* or a table of all pairs, a smoother.
template <Representation R>
class PlannerFor final : public Planner {
 public:
  /// Builds the representation, unless every query is unsupported: on a world with terrain whose
  /// costs it does not honour, and where the smoother needs what it does not offer. Keeps
  /// a reference to the free space. A representation whose graph numbers more vertices than it has
  /// (an implicit grid) tells their number as vertex_count(). Throws MemoryLimitExceeded where a
  /// table of all pairs would be too large.
  PlannerFor(const FreeSpace& space, const typename R::Options& options,
             const SearchSettings& settings)
      : space_(space), settings_(settings), guarantees_(guarantees_of<R>(options)) {
    facts_.supported = (space.terrain() == nullptr || guarantees_.terrain) &&
                       (!needs_corridor(settings.smoother) || has_corridors()) &&
                       (!needs_cells(settings.smoother) || CoveringRepresentation<R>);
    if (!facts_.supported) return;
    LapClock clock;
    representation_.emplace(R::build(space, options));
    facts_.build_nanoseconds = clock.lap();
    gather_facts();
    if (settings.search == SearchKind::kAllPairs) build_table();
    if constexpr (requires { representation_->least_cost_factor(); }) {
      least_factor_ = representation_->least_cost_factor();
    }
    weight_ = settings.weight * least_factor_;
  }

  void plan(const Query& query, Answer& answer) override { plan(query, answer, nullptr); }

  void plan_traced(const Query& query, Answer& answer, SearchTrace& trace) override {
    trace.clear();
    TraceRecorder recorder([this](Vertex v) { return representation_->position(v); }, query.goal,
                           trace);
    plan(query, answer, &recorder);
  }

  const PlannerFacts& facts() const override { return facts_; }

  Findings inspect(std::span<const Query> queries) override {
    if (!representation_) return {};
    ViewOf<R> view(*representation_);
    return fairway::inspect({space_, guarantees_, settings_, view,
                             [this](const Query& query, Answer& answer) { plan(query, answer); }},
                            queries);
  }

  DrawingKind draw(const SegmentSink& segment) const override {
    constexpr DrawingKind kKind = DrawsCells<R> ? DrawingKind::kCells : DrawingKind::kEdges;
    if (!representation_) return kKind;
    if constexpr (DrawsCells<R>) {
      representation_->draw(segment);
    } else {
      const auto& graph = representation_->graph();
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
        for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
          const Vertex w = target(*e, graph);
          if (v < w) segment(representation_->position(v), representation_->position(w));
        }
      }
    }
    return kKind;
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  void gather_facts() {
    const BuildReport& report = representation_->report();
    for (const BuildPhase& phase : report.phases) {
      facts_.build_phases.emplace_back(phase.name, phase.nanoseconds);
    }
    const auto& graph = representation_->graph();
    facts_.memory_bytes = representation_->memory_bytes();
    facts_.vertices = num_vertices(graph);
    for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
      facts_.edges += out_degree(v, graph);
    }
    facts_.edges /= 2;
    if constexpr (requires { representation_->vertex_count(); }) {
      facts_.vertices = representation_->vertex_count();
    }
    facts_.coverage = report.covered_area / space_.area();
    facts_.components = report.components;
  }

  void build_table() {
    LapClock clock;
    table_.emplace(AllPairs::build(representation_->graph(), settings_.table_mb));
    const std::int64_t nanoseconds = clock.lap();
    facts_.build_nanoseconds += nanoseconds;
    facts_.build_phases.emplace_back("all pairs", nanoseconds);
    facts_.memory_bytes += table_->memory_bytes();
  }

  void plan(const Query& query, Answer& answer, SearchObserver* observer) {
    answer.raw.clear();
    answer.path.clear();
    answer.expanded = answer.generated = 0;
    answer.times = {};
    if (!facts_.supported) {
      answer.status = PlanStatus::kUnsupported;
      return;
    }
    LapClock clock;
    const Location start = space_.locate(query.start);
    const Location goal = space_.locate(query.goal);
    answer.times.locate = clock.lap();
    const bool blocked = start.place == Place::kBlocked || goal.place == Place::kBlocked;
    if (blocked && !accepts_blocked_ends()) {
      answer.status =
          start.place == Place::kBlocked ? PlanStatus::kStartBlocked : PlanStatus::kGoalBlocked;
      return;
    }
    answer.status = PlanStatus::kNoPath;
    if (settings_.reject == Rejection::kContainment && !blocked &&
        !connected(space_, start, goal)) {
      answer.times.attach = clock.lap();
      return;
    }
    const AttachStatus attached = representation_->attach(start, goal, scratch_, attachment_);
    answer.times.attach = clock.lap();
    if (attached != AttachStatus::kAttached) return;

    const bool hopeless = settings_.reject == Rejection::kLabels && !links_share_component();
    const SearchResult result = hopeless ? SearchResult{} : search(query.goal, observer);
    answer.times.search = clock.lap();
    answer.expanded = result.expanded;
    answer.generated = result.generated;
    if (!result.found) return;

    answer.status = PlanStatus::kFound;
    representation_->realise(query.start, query.goal, vertices_, answer.raw);
    answer.times.realise = clock.lap();
    answer.path = answer.raw;
    smooth_path(query, answer);
    answer.times.smooth = clock.lap();
  }

  bool has_corridors() const { return CorridorRepresentation<R> && guarantees_.corridors; }

  bool accepts_blocked_ends() const {
    if constexpr (MayAcceptBlockedEnds<R>) {
      return representation_->accepts_blocked_ends();
    } else {
      return false;
    }
  }

  /// Whether the ends are linked to one component, or directly; true where the representation does
  /// not know. Links of one end are mostly in one component: then O(links).
  bool links_share_component() const {
    if constexpr (HasComponents<R>) {
      if (attachment_.direct < kInfinity) return true;
      std::int32_t seen = -1;
      for (const Link& start : attachment_.start) {
        const std::int32_t component = representation_->component(start.vertex);
        if (component == seen) continue;
        seen = component;
        for (const Link& goal : attachment_.goal) {
          if (representation_->component(goal.vertex) == component) return true;
        }
      }
      return false;
    }
    return true;
  }

  /// Chooses the types of heuristic and steering once a query, so that what is common runs without
  /// a choice at every vertex; what is rare is chosen as it runs.
  SearchResult search(Point goal, SearchObserver* observer) {
    if (table_) return look_up(goal, observer);
    const bool plain =
        observer == nullptr && settings_.stop == StopRule::kProven && !settings_.look_ahead;
    if (plain && settings_.heuristic == HeuristicKind::kEuclidean) {
      const auto position = [this](Vertex v) { return representation_->position(v); };
      return plain_search(EuclideanHeuristic(position, goal));
    }
    if (plain && settings_.heuristic == HeuristicKind::kOctile) {
      return plain_search(octile_to(goal));
    }
    if (plain && settings_.heuristic == HeuristicKind::kZero) {
      return astar(representation_->graph(), attachment_, ZeroHeuristic{}, search_scratch_,
                   vertices_);
    }
    return steered_search(goal, observer);
  }

  auto octile_to(Point goal) const {
    if constexpr (HasOwnOctile<R>) {
      return representation_->octile_to(goal, attachment_.goal);
    } else {
      return OctileHeuristic([this](Vertex v) { return representation_->position(v); }, goal);
    }
  }

  template <class H>
  SearchResult plain_search(const H& heuristic) {
    const auto& graph = representation_->graph();
    return weight_ == 1 ? astar(graph, attachment_, heuristic, search_scratch_, vertices_)
                        : astar(graph, attachment_, WeightedHeuristic(heuristic, weight_),
                                search_scratch_, vertices_);
  }

  SearchResult steered_search(Point goal, SearchObserver* observer) {
    const auto& graph = representation_->graph();
    const auto octile_distance = octile_to(goal);
    const auto heuristic = [&](Vertex v) -> double {
      const Point p = representation_->position(v);
      switch (settings_.heuristic) {
        case HeuristicKind::kEuclidean:
          return weight_ * euclidean(p, goal);
        case HeuristicKind::kOctile:
          return weight_ * octile_distance(v);
        case HeuristicKind::kZero:
          return 0;
        case HeuristicKind::kManhattan:
          return weight_ * manhattan(p, goal);
        case HeuristicKind::kChebyshev:
          return weight_ * chebyshev(p, goal);
        case HeuristicKind::kSquaredEuclidean:
          return weight_ * squared_euclidean(p, goal);
        case HeuristicKind::kIndirect:
          break;
      }
      const double exact = indirect_cost(graph, attachment_, search_scratch_, v);
      return exact < kInfinity ? settings_.weight * exact : weight_ * euclidean(p, goal);
    };
    const SteeredSearch steering(settings_.stop == StopRule::kFirstClosed, settings_.look_ahead,
                                 observer);
    return astar(graph, attachment_, heuristic, search_scratch_, vertices_, steering);
  }

  SearchResult look_up(Point goal, SearchObserver* observer) {
    const double factor = guarantees_.drawn_cost ? least_factor_ : 0;
    const auto bound = [&](Vertex v) {
      return factor * euclidean(representation_->position(v), goal);
    };
    const SearchResult result = table_->find(attachment_, bound, table_scratch_, vertices_);
    if (observer == nullptr || !result.found) return result;
    double linked = kInfinity;
    for (const Link& link : attachment_.start) {
      if (!vertices_.empty() && link.vertex == vertices_.front()) {
        linked = std::min(linked, link.cost);
      }
    }
    Vertex parent = kNoVertex;
    for (const Vertex v : vertices_) {
      const double g = linked + table_->cost(vertices_.front(), v);
      observer->vertex_reached(v, parent, g, result.cost - g);
      parent = v;
    }
    observer->goal_reached(parent, result.cost);
    return result;
  }

  /// On terrain a path stays as it was where what comes out of a smoother costs more.
  void smooth_path(const Query& query, Answer& answer) {
    if (settings_.smoother == Smoother::kNone) return;
    straighten(query, answer);
    if (space_.terrain() != nullptr &&
        path_cost(space_, answer.path) > path_cost(space_, answer.raw)) {
      answer.path = answer.raw;
    }
  }

  /// Whether the straight way from a to b is dearer than that over a third point.
  bool costs_more(Point a, Point via, Point b) const {
    return space_.terrain() != nullptr &&
           path_cost(space_, std::array{a, b}) > path_cost(space_, std::array{a, via, b});
  }

  void straighten(const Query& query, Answer& answer) {
    if constexpr (CoveringRepresentation<R>) {
      if (needs_cells(settings_.smoother)) {
        drop_points(answer.path, [this](Point a, Point via, Point b) {
          return representation_->covers(a, b, scratch_) && !costs_more(a, via, b);
        });
        return;
      }
    }
    corridor_.clear();
    if constexpr (CorridorRepresentation<R>) {
      if (needs_corridor(settings_.smoother)) {
        representation_->corridor(query.start, query.goal, vertices_, corridor_);
      }
    }
    smooth(settings_.smoother, space_, query.start, query.goal, corridor_, smoothing_, answer.path);
  }

  const FreeSpace& space_;
  SearchSettings settings_;
  Guarantees guarantees_;
  PlannerFacts facts_;
  std::optional<R> representation_;
  std::optional<AllPairs> table_;
  double least_factor_ = 1;
  double weight_ = 1;  ///< of the heuristic, with the least factor of cost to length
  typename R::Scratch scratch_;
  Attachment attachment_;
  SearchScratch search_scratch_;
  AllPairsScratch table_scratch_;
  std::vector<Vertex> vertices_;
  std::vector<Portal> corridor_;
  SmoothingScratch smoothing_;
};

}  // namespace fairway
