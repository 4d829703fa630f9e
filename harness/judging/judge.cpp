#include "harness/judging/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/reference/path_judge.hpp"
#include "harness/judging/path_measures.hpp"
#include "harness/records/path_hash.hpp"

namespace fairway {

namespace {

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

Judge::Judge(const FreeSpace& space, std::span<const Wall> walls)
    : space_(space), checker_(space), clearance_(walls) {}

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
  record.path_hash = path_hash(answer.path);
  record.status = Status::kInvalidPath;
  if (answer.path.empty()) {
    record.fault = Fault::kEnds;
    record.message = "the path has no points";
    return;
  }
  record.end_offset = std::max(distance(answer.path.front(), query.query.start),
                               distance(answer.path.back(), query.query.goal));
  const bool joins =
      answer.path.front() == query.query.start && answer.path.back() == query.query.goal;
  const PathChecker::Verdict verdict = checker_.check(answer.path);
  if (!joins || !verdict.legal) {
    record.fault = verdict.legal ? Fault::kEnds : joins ? Fault::kWalls : Fault::kEndsAndWalls;
    if (!joins) record.message = "the path does not lead from the start to the goal";
    if (!verdict.legal) {
      record.fault_segment = verdict.segment;
      record.message +=
          fmt::format("{}segment {}: {}", joins ? "" : "; ", verdict.segment, verdict.reason);
    }
    return;
  }
  const bool exact = space_.terrain() == nullptr;
  const bool known = query.truth == Truth::kReachable;
  if (!known || (exact && *record.length < *query.optimum * (1 - kGapRounding))) {
    record.status = Status::kError;
    record.message = known ? "a legal path is shorter than the optimum of the reference"
                           : "a legal path exists, but the reference found none";
    return;
  }
  record.status = Status::kFound;
  record.improvements = answer.improvements;
  measure(query, answer.path, record);
}

void Judge::measure(const QueryRecord& query, const Path& path, AnswerRecord& record) {
  record.turning = turning(path);
  record.clearance = clearance_.of(path);
  if (space_.terrain() != nullptr) {
    record.cost = path_cost(space_, path);
    if (query.optimum) record.gap = relative_excess(*record.cost, *query.optimum);
    return;
  }
  const PathGap gap = gap_of(space_, path, *query.optimum, homotopic_, homotopic_path_);
  record.gap = gap.gap;
  if (!std::isnan(gap.slack)) {
    record.corridor_gap = gap.corridor_gap;
    record.slack = gap.slack;
  }
}

}  // namespace fairway
