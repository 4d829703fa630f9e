#include "harness/judging/reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "algorithms/reference/cgal_witness.hpp"
#include "harness/queries/even_rows.hpp"

namespace fairway {

namespace {

[[noreturn]] void report_disagreement(const Query& query, double optimum, double other,
                                      std::string_view by) {
  throw std::logic_error(
      fmt::format("the optima from ({}, {}) to ({}, {}) disagree: {} over the visibility graph, {} "
                  "by {}; this is a bug of Fairway, please report it",
                  query.start.x, query.start.y, query.goal.x, query.goal.y, optimum, other, by));
}

}  // namespace

Reference::Reference(const FreeSpace& space) : space_(space), solvers_(space) {
  if (space.terrain() != nullptr) terrain_.emplace(space);
  build_ns_ = clock_.lap();
}

void Reference::solve(QueryRecord& query, Scratch& scratch, Path& optimal,
                      std::optional<double> known) const {
  if (!known) optimal.clear();
  const Point start = query.query.start;
  const Point goal = query.query.goal;
  if (space_.locate(start).place == Place::kBlocked) {
    query.truth = Truth::kStartBlocked;
    return;
  }
  if (space_.locate(goal).place == Place::kBlocked) {
    query.truth = Truth::kGoalBlocked;
    return;
  }
  const ExactSolvers::Lengths lengths =
      known ? ExactSolvers::Lengths{*known, solvers_.by_polyanya(start, goal, scratch.exact)}
            : solvers_.solve(start, goal, scratch.exact, &optimal);
  if (!lengths.agree()) {
    report_disagreement(query.query, lengths.by_visibility_graph, lengths.by_polyanya, "Polyanya");
  }
  double optimum = lengths.by_visibility_graph;
  query.truth = std::isfinite(optimum) ? Truth::kReachable : Truth::kUnreachable;
  if (terrain_) optimum = terrain_->solve(start, goal, scratch.terrain, &optimal);
  if (std::isfinite(optimum)) query.optimum = optimum;
}

int Reference::confirm(std::span<const QueryRecord> queries, Scratch& scratch) const {
  if (space_.triangulation().triangle_count() > kWitnessTriangles) return 0;
  std::vector<Query> free;
  for (const QueryRecord& query : queries) {
    if (query.truth == Truth::kReachable || query.truth == Truth::kUnreachable) {
      free.push_back(query.query);
    }
  }
  const auto end = std::chrono::steady_clock::now() + kWitnessTime;
  const CgalWitness witness(space_);
  int asked = 0;
  for (const std::size_t i : even_rows(free.size(), kWitnessed)) {
    if (std::chrono::steady_clock::now() >= end) break;
    const Query& query = free[i];
    const double optimum = exact().solve(query.start, query.goal, scratch.exact.graph);
    const double length = witness.shortest(query.start, query.goal, optimum);
    if (relative_difference(optimum, length) > CgalWitness::kTolerance) {
      report_disagreement(query, optimum, length, "CGAL");
    }
    ++asked;
  }
  return asked;
}

}  // namespace fairway
