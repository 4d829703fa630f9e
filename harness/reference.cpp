#include "harness/reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace fairway {

namespace {

void expect_equal(const Query& query, double first, double second) {
  constexpr double kRounding = 1e-9;
  if (first == second) return;
  if (std::isfinite(first) && std::abs(first - second) <= kRounding * first) return;
  throw std::logic_error(
      fmt::format("the exact solvers disagree from ({}, {}) to ({}, {}): {} over the visibility "
                  "graph, {} by Polyanya; the fault is Fairway's own, please report it",
                  query.start.x, query.start.y, query.goal.x, query.goal.y, first, second));
}

}  // namespace

Reference::Reference(const FreeSpace& space) : space_(space), exact_(space), polyanya_(space) {
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
  double optimum = exact_.solve(start, goal, scratch.exact, &optimal);
  expect_equal(query.query, optimum, polyanya_.solve(start, goal, scratch.intervals));
  query.truth = std::isfinite(optimum) ? Truth::kReachable : Truth::kUnreachable;
  if (terrain_) optimum = terrain_->solve(start, goal, scratch.terrain, &optimal);
  if (std::isfinite(optimum)) query.optimum = optimum;
}

}  // namespace fairway
