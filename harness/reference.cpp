#include "harness/reference.hpp"

#include <cmath>

namespace fairway {

Reference::Reference(const FreeSpace& space) : space_(space), exact_(space) {
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
  query.truth = std::isfinite(optimum) ? Truth::kReachable : Truth::kUnreachable;
  if (terrain_) optimum = terrain_->solve(start, goal, scratch.terrain, &optimal);
  if (std::isfinite(optimum)) query.optimum = optimum;
}

}  // namespace fairway
