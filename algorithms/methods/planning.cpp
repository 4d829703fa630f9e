#include "algorithms/methods/planning.hpp"

#include "algorithms/methods/representation_view.hpp"

namespace fairway {

std::unique_ptr<RepresentationView> Planner::view() const { return nullptr; }

std::optional<QueryEnds> begin_answer(const FreeSpace& space, const Query& query, bool supported,
                                      bool may_be_blocked, Answer& answer) {
  answer.raw.clear();
  answer.path.clear();
  answer.expanded = answer.generated = 0;
  answer.times = {};
  answer.status = PlanStatus::kUnsupported;
  if (!supported) return std::nullopt;
  LapClock clock;
  const Location start = space.locate(query.start);
  const Location goal = space.locate(query.goal);
  answer.times.locate = clock.lap();
  const QueryEnds ends{start, goal, clock};
  if (!ends.blocked() || may_be_blocked) return ends;
  answer.status =
      start.place == Place::kBlocked ? PlanStatus::kStartBlocked : PlanStatus::kGoalBlocked;
  return std::nullopt;
}

void add_report(const BuildReport& report, const FreeSpace& space, PlannerFacts& facts) {
  for (const BuildPhase& phase : report.phases) {
    facts.build_phases.emplace_back(phase.name, phase.nanoseconds);
  }
  facts.coverage = report.covered_area / space.area();
  facts.components = report.components;
}

}  // namespace fairway
