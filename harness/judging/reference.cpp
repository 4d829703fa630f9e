#include "harness/judging/reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace fairway {

namespace {

[[noreturn]] void report_disagreement(const Query& query, const ExactSolvers::Lengths& lengths) {
  throw std::logic_error(
      fmt::format("the exact solvers disagree from ({}, {}) to ({}, {}): {} over the visibility "
                  "graph, {} by Polyanya; the fault is Fairway's own, please report it",
                  query.start.x, query.start.y, query.goal.x, query.goal.y,
                  lengths.by_visibility_graph, lengths.by_polyanya));
}

}  // namespace

Reference::Reference(const FreeSpace& space) : space_(space), solvers_(space) {
  if (space.terrain() != nullptr) terrain_.emplace(space);
}

void Reference::solve(QueryRecord& query, Scratch& scratch, Path& optimal) const {
  optimal.clear();
  const auto [start, goal] = query.query;
  if (space_.locate(start).place == Place::kBlocked) {
    query.truth = Truth::kStartBlocked;
    return;
  }
  if (space_.locate(goal).place == Place::kBlocked) {
    query.truth = Truth::kGoalBlocked;
    return;
  }
  const ExactSolvers::Lengths lengths = solvers_.solve(start, goal, scratch.exact, &optimal);
  if (!lengths.agree()) report_disagreement(query.query, lengths);
  double optimum = lengths.by_visibility_graph;
  query.truth = std::isfinite(optimum) ? Truth::kReachable : Truth::kUnreachable;
  if (terrain_) optimum = terrain_->solve(start, goal, scratch.terrain, &optimal);
  if (std::isfinite(optimum)) query.optimum = optimum;
}

}  // namespace fairway
