#include "algorithms/methods/planning.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "algorithms/methods/representation_view.hpp"

namespace fairway {

namespace {

void check_radius(double radius, bool any_radius) {
  if (!any_radius) {
    throw std::invalid_argument("the radius of a query is " + std::to_string(radius) +
                                "; expected 0, because this index was built for a single radius");
  }
  if (!std::isfinite(radius) || radius < 0) {
    throw std::invalid_argument("the radius of a query is " + std::to_string(radius) +
                                "; expected a finite number of 0 or more");
  }
}

}  // namespace

std::unique_ptr<RepresentationView> Planner::view() const { return nullptr; }

std::optional<QueryEnds> begin_answer(const FreeSpace& space, const Query& query,
                                      const PlannerFacts& facts, bool may_be_blocked,
                                      Answer& answer) {
  answer.raw.clear();
  answer.path.clear();
  answer.expanded = answer.generated = 0;
  answer.times = {};
  answer.improvements.clear();
  answer.status = PlanStatus::kUnsupported;
  if (!facts.supported) return std::nullopt;
  if (query.radius != 0) check_radius(query.radius, facts.any_radius);
  LapClock clock;
  const auto locate = [&, in_cells = !facts.parts.contains(SpacePart::kLocation)](Point p) {
    return in_cells ? space.locate_in_cells(p) : space.locate(p);
  };
  const Location start = locate(query.start);
  const Location goal = locate(query.goal);
  answer.times.locate = clock.lap();
  const QueryEnds ends{start, goal, clock};
  if (!ends.blocked() || may_be_blocked) return ends;
  answer.status =
      start.place == Place::kBlocked ? PlanStatus::kStartBlocked : PlanStatus::kGoalBlocked;
  return std::nullopt;
}

void add_report(const BuildReport& report, const FreeSpace& space, PlannerFacts& facts) {
  facts.build_phases.clear();
  for (const BuildPhase& phase : report.phases) {
    facts.build_phases.emplace_back(phase.name, phase.nanoseconds);
  }
  facts.coverage = report.covered_area / space.area();
  facts.components = report.components;
}

}  // namespace fairway
