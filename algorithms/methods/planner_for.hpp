#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/methods/method_index.hpp"
#include "algorithms/methods/method_search.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/methods/planning.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/smoothing/drop_points.hpp"
#include "algorithms/smoothing/smoother.hpp"

namespace fairway {

/// The planner of a representation's method: location, attaching, search, realising and smoothing.
template <Representation R>
class PlannerFor final : public Planner {
  static_assert(!R::kGuarantees.any_radius || (ServesAnyRadius<R> && !HasOwnSearch<R>),
                "a representation that promises any_radius must have attach() and graph() with a "
                "radius, and must not have a search of its own");

 public:
  using Index = MethodIndex<R>;  ///< the shared index

  /// Builds an index. Throws like MethodIndex<R>.
  PlannerFor(const FreeSpace& space, const typename R::Options& options,
             const SearchSettings& settings)
      : PlannerFor(std::make_shared<Index>(space, options, settings)) {}
  /// Plans over a built index. If `other` is not null, it replaces A*.
  explicit PlannerFor(std::shared_ptr<const Index> index, std::unique_ptr<GraphSearch> other = {})
      : index_(std::move(index)), search_(*index_, std::move(other)) {}

  std::unique_ptr<Planner> fork() const override {
    return std::make_unique<PlannerFor>(index_, search_.fork_other());
  }

  void plan(const Query& query, Answer& answer) override { plan(query, answer, nullptr); }

  void plan_traced(const Query& query, Answer& answer, SearchTrace& trace) override {
    trace.clear();
    TraceRecorder recorder([this](Vertex v) { return representation().position(v); }, query.goal,
                           trace);
    plan(query, answer, &recorder);
  }

  const PlannerFacts& facts() const override { return index_->facts; }

  std::size_t scratch_bytes() const override {
    return heap_bytes(search_, scratch_, attachment_, vertices_, corridor_, smoothing_);
  }

  std::unique_ptr<RepresentationView> view() const override { return index_->view(); }

  DrawingKind draw(const SegmentSink& segment) const override {
    constexpr DrawingKind kKind = DrawsCells<R> ? DrawingKind::kCells : DrawingKind::kEdges;
    if (!index_->adapter) return kKind;
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
  const FreeSpace& space() const { return index_->space; }
  const SearchSettings& settings() const { return index_->settings; }
  /// Precondition: queries are supported.
  const R& representation() const { return *index_->adapter; }

  void plan(const Query& query, Answer& answer, SearchObserver* observer) {
    const bool supported = index_->facts.supported;
    const bool may_be_blocked = supported && accepts_blocked_ends(representation());
    auto ends = begin_answer(space(), query, index_->facts, may_be_blocked, answer);
    if (!ends) return;
    auto& [start, goal, clock] = *ends;
    answer.status = PlanStatus::kNoPath;
    const AttachStatus attached = attach(start, goal, query.radius);
    answer.times.attach = clock.lap();
    if (attached != AttachStatus::kAttached) {
      if (attached == AttachStatus::kStartBlocked) answer.status = PlanStatus::kStartBlocked;
      if (attached == AttachStatus::kGoalBlocked) answer.status = PlanStatus::kGoalBlocked;
      return;
    }

    const bool refused = settings().reject == Rejection::kLabels && !links_share_component();
    const SearchResult result =
        refused ? SearchResult{}
                : search_.find({query.start, query.goal, attachment_, scratch_, query.radius},
                               vertices_, observer);
    answer.times.search = clock.lap();
    answer.expanded = result.expanded;
    answer.generated = result.generated;
    if (!result.found) return;

    answer.status = PlanStatus::kFound;
    const FoundPath found{start, goal, attachment_, vertices_, query.radius};
    representation().realise(found, scratch_, answer.raw);
    answer.times.realise = clock.lap();
    answer.path = answer.raw;
    smooth_path(found, answer);
    answer.times.smooth = clock.lap();
  }

  AttachStatus attach(const Location& start, const Location& goal, double radius) {
    if constexpr (ServesAnyRadius<R>) {
      return representation().attach(start, goal, radius, scratch_, attachment_);
    } else {
      return representation().attach(start, goal, scratch_, attachment_);
    }
  }

  /// Whether both ends have links to the same component, or a direct link. Returns true if the
  /// representation does not label components. O(links) if the links of each end lead to one
  /// component.
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

  /// Smooths the path. On terrain, the answer keeps the raw path if the smooth path costs more.
  void smooth_path(const FoundPath& found, Answer& answer) {
    if (settings().smoother == Smoother::kNone) return;
    straighten(found, answer);
    if (space().terrain() != nullptr &&
        path_cost(space(), answer.path) > path_cost(space(), answer.raw)) {
      answer.path = answer.raw;
    }
  }

  /// Whether the segment ab costs more than the two segments from a through `via` to b. False
  /// without terrain.
  bool costs_more(Point a, Point via, Point b) const {
    return space().terrain() != nullptr &&
           path_cost(space(), std::array{a, b}) > path_cost(space(), std::array{a, via, b});
  }

  void straighten(const FoundPath& found, Answer& answer) {
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
        representation().corridor(found, scratch_, corridor_);
      }
    }
    smooth(settings().smoother, space(), found.start.point, found.goal.point, corridor_, smoothing_,
           answer.path);
  }

  std::shared_ptr<const Index> index_;
  MethodSearch<R> search_;
  typename R::Scratch scratch_;
  Attachment attachment_;
  std::vector<Vertex> vertices_;
  std::vector<Portal> corridor_;
  SmoothingScratch smoothing_;
};

}  // namespace fairway
