#pragma once

#include <optional>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "algorithms/solvers/solver.hpp"
#include "harness/lap_clock.hpp"
#include "harness/method.hpp"
#include "harness/planner.hpp"

namespace fairway {

/// The planner of a method that searches by itself: a solver and a smoother. Of the settings it
/// heeds the smoother only.
template <Solver S>
class SolverPlanner final : public Planner {
 public:
  /// Builds the solver, unless every query is unsupported: on a world that it is not made for, and
  /// with a smoother that needs a corridor or cells. Keeps a reference to the free space.
  SolverPlanner(const FreeSpace& space, const typename S::Options& options,
                const SearchSettings& settings)
      : space_(space), smoother_(settings.smoother) {
    facts_.supported = (space.terrain() == nullptr || S::kGuarantees.terrain) &&
                       !needs_corridor(smoother_) && !needs_cells(smoother_);
    if constexpr (requires { S::supports(space, options); }) {
      facts_.supported = facts_.supported && S::supports(space, options);
    }
    if (!facts_.supported) return;
    LapClock clock;
    solver_.emplace(S::build(space, options));
    facts_.build_nanoseconds = clock.lap();
    gather_facts();
  }

  void plan(const Query& query, Answer& answer) override {
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
    if (start.place == Place::kBlocked || goal.place == Place::kBlocked) {
      answer.status =
          start.place == Place::kBlocked ? PlanStatus::kStartBlocked : PlanStatus::kGoalBlocked;
      return;
    }
    const SolverResult result = solver_->solve(start, goal, scratch_, answer.raw);
    answer.times.search = clock.lap();
    answer.expanded = result.expanded;
    answer.generated = result.generated;
    answer.status = result.found ? PlanStatus::kFound : PlanStatus::kNoPath;
    if (!result.found) return;
    answer.path = answer.raw;
    if (smoother_ == Smoother::kNone) return;
    smooth(smoother_, space_, query.start, query.goal, {}, smoothing_, answer.path);
    answer.times.smooth = clock.lap();
  }

  const PlannerFacts& facts() const override { return facts_; }

  DrawingKind draw(const SegmentSink& segment) const override {
    if constexpr (requires { solver_->draw(segment); }) {
      if (solver_) solver_->draw(segment);
    }
    return DrawingKind::kCells;
  }

 private:
  void gather_facts() {
    const BuildReport& report = solver_->report();
    for (const BuildPhase& phase : report.phases) {
      facts_.build_phases.emplace_back(phase.name, phase.nanoseconds);
    }
    facts_.memory_bytes = solver_->memory_bytes();
    if constexpr (requires { solver_->vertex_count(); }) {
      facts_.vertices = solver_->vertex_count();
    }
    if constexpr (requires { solver_->edge_count(); }) facts_.edges = solver_->edge_count();
    facts_.coverage = report.covered_area / space_.area();
    facts_.components = report.components;
  }

  const FreeSpace& space_;
  Smoother smoother_;
  PlannerFacts facts_;
  std::optional<S> solver_;
  typename S::Scratch scratch_;
  SmoothingScratch smoothing_;
};

}  // namespace fairway
