#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/methods/method.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/methods/planning.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "algorithms/solvers/improvement.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// A built solver and its facts. Only change() changes it.
template <Solver S>
struct SolverIndex {
  SolverIndex(const FreeSpace& world, const typename S::Options& options,
              const SearchSettings& settings)
      : space(world), smoother(settings.smoother) {
    facts.supported = supports(space, options, settings);
    if (!facts.supported) return;
    facts.parts = parts_of<S>(space, options) | parts_of(smoother);
    space.make(facts.parts);
    LapClock clock;
    solver.emplace(S::build(space, options));
    facts.build_nanoseconds = clock.lap();
    gather_facts();
  }

  /// Whether the solver takes such a world, and the smoother needs neither a corridor nor cells.
  static bool supports(const FreeSpace& space, const typename S::Options& options,
                       const SearchSettings& settings) {
    if constexpr (requires { S::supports(space, options); }) {
      if (!S::supports(space, options)) return false;
    }
    return (space.terrain() == nullptr || S::kGuarantees.terrain) &&
           !needs_corridor(settings.smoother) && !needs_cells(settings.smoother);
  }

  /// As Planner::update_facts().
  void update_facts() {
    if (facts.supported) gather_facts();
  }

  /// As Planner::change().
  std::optional<std::int64_t> change(const SpaceChange& change) {
    if constexpr (RepairsItself<S>) {
      if (facts.supported) {
        LapClock clock;
        if (solver->change(change)) return clock.lap();
      }
    }
    static_cast<void>(change);
    return std::nullopt;
  }

  const FreeSpace& space;
  Smoother smoother;
  PlannerFacts facts;
  std::optional<S> solver;

 private:
  void gather_facts() {
    if constexpr (requires { solver->update_report(); }) solver->update_report();
    add_report(solver->report(), space, facts);
    facts.memory_bytes = solver->memory_bytes();
    if constexpr (requires { solver->vertex_count(); }) facts.vertices = solver->vertex_count();
    if constexpr (requires { solver->edge_count(); }) facts.edges = solver->edge_count();
  }
};

/// The planner of a solver's method. It uses only the smoother of the settings.
template <Solver S>
class SolverPlanner final : public Planner {
 public:
  /// Builds the solver, unless every query is unsupported: by the solver, or because the smoother
  /// needs a corridor or cells. Keeps a reference to the free space.
  SolverPlanner(const FreeSpace& space, const typename S::Options& options,
                const SearchSettings& settings)
      : index_(std::make_shared<SolverIndex<S>>(space, options, settings)) {}

  static constexpr auto supports = SolverIndex<S>::supports;

  std::unique_ptr<Planner> fork() const override {
    return std::unique_ptr<Planner>(new SolverPlanner(index_));
  }

  void plan(const Query& query, Answer& answer) override {
    const FreeSpace& space = index_->space;
    auto ends = begin_answer(space, query, facts(), false, answer);
    if (!ends) return;
    const SolverResult result =
        index_->solver->solve(ends->start, ends->goal, scratch_, answer.raw);
    answer.times.search = ends->clock.lap();
    answer.expanded = result.expanded;
    answer.generated = result.generated;
    answer.status = result.found ? PlanStatus::kFound : PlanStatus::kNoPath;
    if (!result.found) return;
    answer.path = answer.raw;
    if (index_->smoother != Smoother::kNone) {
      smooth(index_->smoother, space, query.start, query.goal, {}, smoothing_, answer.path);
      answer.times.smooth = ends->clock.lap();
    }
    if constexpr (requires(const S& solver) { solver.improvements(scratch_); }) {
      take_improvements(answer);
    }
  }

  const PlannerFacts& facts() const override { return index_->facts; }

  std::size_t scratch_bytes() const override { return heap_bytes(scratch_, smoothing_); }

  void update_facts() override { index_->update_facts(); }

  std::optional<std::int64_t> change(const SpaceChange& change) override {
    return index_->change(change);
  }

  DrawingKind draw(const SegmentSink& segment) const override {
    if constexpr (requires(const S& solver) { solver.draw(segment); }) {
      if (index_->solver) index_->solver->draw(segment);
    }
    return DrawingKind::kCells;
  }

 private:
  /// Those of the solver, and the path that it returned in the end.
  void take_improvements(Answer& answer) const {
    for (const Improvement& found : index_->solver->improvements(scratch_)) {
      answer.improvements.push_back({answer.times.locate + found.ns, found.length});
    }
    if (answer.improvements.empty()) return;
    note(answer.improvements, {answer.times.total(), length(answer.path)});
  }

  explicit SolverPlanner(std::shared_ptr<SolverIndex<S>> index) : index_(std::move(index)) {}

  std::shared_ptr<SolverIndex<S>> index_;
  typename S::Scratch scratch_;
  SmoothingScratch smoothing_;
};

}  // namespace fairway
