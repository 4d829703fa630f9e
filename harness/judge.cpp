#include "harness/judge.hpp"

#include <fmt/format.h>

#include "harness/path_measures.hpp"

namespace fairway {

namespace {

/// A path may be shorter than the optimum by so much, relatively: both are sums of rounded doubles.
constexpr double kRounding = 1e-9;

Status without_path(Truth truth) {
  switch (truth) {
    case Truth::kReachable:
      return Status::kMissed;
    case Truth::kUnreachable:
      return Status::kUnreachable;
    case Truth::kStartBlocked:
      return Status::kStartBlocked;
    case Truth::kGoalBlocked:
      break;
  }
  return Status::kGoalBlocked;
}

}  // namespace

Judge::Judge(const FreeSpace& space) : space_(space), checker_(space), clearance_(space.walls()) {}

AnswerRecord Judge::judge(const QueryRecord& query, const Answer& answer) {
  AnswerRecord record;
  if (answer.status == PlanStatus::kUnsupported) {
    record.status = Status::kUnsupported;
    return record;
  }
  record.expanded = answer.expanded;
  record.generated = answer.generated;
  if (answer.status == PlanStatus::kFound) {
    judge_path(query, answer, record);
  } else {
    record.status = without_path(query.truth);
  }
  return record;
}

void Judge::judge_path(const QueryRecord& query, const Answer& answer, AnswerRecord& record) {
  record.raw_length = length(answer.raw);
  record.length = length(answer.path);
  record.raw_points = static_cast<std::int64_t>(answer.raw.size());
  record.points = static_cast<std::int64_t>(answer.path.size());
  record.path_hash = fmt::format("{:016x}", path_hash(answer.path));
  record.status = Status::kInvalidPath;
  if (answer.path.empty() || answer.path.front() != query.query.start ||
      answer.path.back() != query.query.goal) {
    record.message = "the path does not lead from the start to the goal";
    return;
  }
  const PathChecker::Verdict verdict = checker_.check(answer.path);
  if (!verdict.legal) {
    record.message = fmt::format("segment {}: {}", verdict.segment, verdict.reason);
    return;
  }
  if (!query.optimum || *record.length < *query.optimum * (1 - kRounding)) {
    record.status = Status::kError;
    record.message = query.optimum ? "a legal path shorter than the reference's optimum"
                                   : "a legal path where the reference knows none";
    return;
  }
  record.status = Status::kFound;
  record.gap = relative_excess(*record.length, *query.optimum);
  record.turning = turning(answer.path);
  record.clearance = clearance_.of(answer.path);
  homotopic_path_ = answer.path;
  if (homotopic_shortest(space_, homotopic_, homotopic_path_)) {
    const double shortest = length(homotopic_path_);
    record.corridor_gap = relative_excess(shortest, *query.optimum);
    record.slack = relative_excess(*record.length, shortest);
  }
}

}  // namespace fairway
