#include "algorithms/reference/path_judge.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "algorithms/geometry/limits.hpp"

namespace fairway {

namespace {

[[noreturn]] void report_bug(std::string message, Point start, Point goal) {
  for (const auto& [name, end] : {std::pair{" from (", start}, std::pair{" to (", goal}}) {
    message.append(name).append(short_text(end.x)).append(", ").append(short_text(end.y)) += ')';
  }
  throw std::logic_error(message + "; this is a bug of Fairway, please report it");
}

}  // namespace

PathGap gap_of(const FreeSpace& space, std::span<const Point> path, double optimum,
               HomotopicScratch& scratch, Path& homotopic) {
  const double own = length(path);
  PathGap result{relative_excess(own, optimum)};
  homotopic.assign(path.begin(), path.end());
  if (homotopic_shortest(space, scratch, homotopic)) {
    const double shortest = length(homotopic);
    result.corridor_gap = relative_excess(shortest, optimum);
    result.slack = relative_excess(own, shortest);
  }
  return result;
}

double PathJudge::optimum(Point start, Point goal, Scratch& scratch, Path& path) const {
  const ExactSolvers::Lengths lengths = solvers_.solve(start, goal, scratch.exact, &path);
  if (!lengths.agree()) report_bug("the two exact solvers disagree", start, goal);
  return lengths.by_visibility_graph;
}

Judgement PathJudge::judge(Point start, Point goal, std::span<const Point> path,
                           Scratch& scratch) const {
  Judgement result;
  result.optimum = optimum(start, goal, scratch, scratch.path);
  if (path.empty()) return result;
  result.length = length(path);
  const PathChecker::Verdict verdict = checker_.check(path);
  if (!verdict.legal) {
    result.segment = static_cast<std::int64_t>(verdict.segment);
    result.cause = "walls";
    result.reason = verdict.reason;
    return result;
  }
  if (path.front() != start || path.back() != goal) {
    result.cause = "ends";
    result.reason = "the path does not lead from the start to the goal";
    return result;
  }
  if (!(result.length >= result.optimum * (1 - kGapRounding))) {
    report_bug("a legal path is shorter than the optimum", start, goal);
  }
  result.legal = true;
  static_cast<PathGap&>(result) =
      gap_of(space_, path, result.optimum, scratch.homotopic, scratch.path);
  result.cause = result.gap <= kGapRounding           ? "none"
                 : result.corridor_gap > result.slack ? "corridor"
                                                      : "slack";
  return result;
}

}  // namespace fairway
