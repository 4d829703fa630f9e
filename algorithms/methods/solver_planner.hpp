#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/methods/method_index.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/methods/planning.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "algorithms/solvers/improvement.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// The planner of a solver's method. The planner uses only the smoother from the search settings.
template <Solver S>
class SolverPlanner final : public Planner {
  static_assert(!S::kGuarantees.any_radius || SolvesAnyRadius<S>,
                "a solver that promises any_radius needs: solve() with a radius");

 public:
  using Index = MethodIndex<S>;  ///< the shared index

  /// Plans over a built index.
  explicit SolverPlanner(std::shared_ptr<const Index> index) : index_(std::move(index)) {}

  std::unique_ptr<Planner> fork() const override { return std::make_unique<SolverPlanner>(index_); }

  void plan(const Query& query, Answer& answer) override {
    const FreeSpace& space = index_->space;
    auto ends = begin_answer(space, query, facts(), false, answer);
    if (!ends) return;
    const SolverResult result = solve(*ends, query.radius, answer.raw);
    answer.times.search = ends->clock.lap();
    answer.expanded = result.expanded;
    answer.generated = result.generated;
    answer.status = result.found ? PlanStatus::kFound : PlanStatus::kNoPath;
    if (!result.found) {
      if (result.ends == AttachStatus::kStartBlocked) answer.status = PlanStatus::kStartBlocked;
      if (result.ends == AttachStatus::kGoalBlocked) answer.status = PlanStatus::kGoalBlocked;
      return;
    }
    answer.path = answer.raw;
    if (index_->settings.smoother != Smoother::kNone) {
      smooth(index_->settings.smoother, space, query.start, query.goal, {}, smoothing_,
             answer.path);
      answer.times.smooth = ends->clock.lap();
    }
    if constexpr (requires(const S& solver) { solver.improvements(scratch_); }) {
      take_improvements(answer);
    }
  }

  const PlannerFacts& facts() const override { return index_->facts; }

  std::size_t scratch_bytes() const override { return heap_bytes(scratch_, smoothing_); }

  DrawingKind draw(const SegmentSink& segment) const override {
    if constexpr (requires(const S& solver) { solver.draw(segment); }) {
      if (index_->adapter) index_->adapter->draw(segment);
    }
    return DrawingKind::kCells;
  }

 private:
  SolverResult solve(const QueryEnds& ends, double radius, Path& path) {
    if constexpr (SolvesAnyRadius<S>) {
      return index_->adapter->solve(ends.start, ends.goal, radius, scratch_, path);
    } else {
      static_cast<void>(radius);
      return index_->adapter->solve(ends.start, ends.goal, scratch_, path);
    }
  }

  /// Copies the solver's improvements to the answer, and appends the returned path as the last
  /// improvement.
  void take_improvements(Answer& answer) const {
    for (const Improvement& found : index_->adapter->improvements(scratch_)) {
      answer.improvements.push_back({answer.times.locate + found.ns, found.length});
    }
    if (answer.improvements.empty()) return;
    note(answer.improvements, {answer.times.total(), length(answer.path)});
  }

  std::shared_ptr<const Index> index_;
  typename S::Scratch scratch_;
  SmoothingScratch smoothing_;
};

}  // namespace fairway
