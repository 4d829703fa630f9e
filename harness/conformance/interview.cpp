#include "harness/conformance/interview.hpp"

#include <fmt/format.h>

#include <utility>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "datasets/world_file.hpp"
#include "harness/judging/reference.hpp"

namespace fairway::conformance {

Arena::Arena(FreeSpace free_space, std::span<const Query> asked)
    : map(std::move(free_space)),
      space(eroded(map, asked.empty() ? 0 : asked.front().radius)),
      checker(space),
      world(format_world(map)) {
  const Reference reference(space);
  Reference::Scratch scratch;
  Path optimal;
  for (const Query& query : asked) {
    QueryRecord& record = queries.emplace_back();
    record.query = query;
    reference.solve(record, scratch, optimal);
  }
}

Interview::Interview(const Arena& arena, const Guarantees& promised)
    : arena_(arena), promised_(promised) {}

void Interview::ask(Worker& worker) {
  for (std::size_t i = 0; i < arena_.queries.size(); ++i) {
    asked_ = i;
    LapClock clock;
    worker.answer(std::span(&arena_.queries[i].query, 1), true, {},
                  [&](std::size_t, AnswerReply& reply) {
                    const std::int64_t waited = clock.lap();
                    replies_.push_back(reply);
                    took_.emplace_back(waited);
                    judge(arena_.queries[i], reply, waited);
                  });
  }
  asked_.reset();
}

void Interview::judge(const QueryRecord& query, const AnswerReply& reply, std::int64_t waited) {
  expect(Promise::kAnswers, !reply.failure,
         [&] { return fmt::format("{}: {}", name_of(*reply.failure), reply.message); });
  if (reply.failure) return;
  const Answer& answer = reply.answer;
  expect(Promise::kTimes, answer.times.total() <= waited, [&] {
    return fmt::format("reports {} ns for a query that took {} ns", answer.times.total(), waited);
  });
  if (answer.status != PlanStatus::kUnsupported) judge_ends(query, answer);
  const bool found = answer.status == PlanStatus::kFound;
  if (promised_.complete && query.truth == Truth::kReachable) {
    expect(Promise::kComplete, found,
           [] { return "no path is found, but a path exists: see the optimum"; });
  }
  if (!found) return;
  ++found_;
  if (!promised_.legal) return;
  judge_path("", query, answer.path);
  if (answer.raw != answer.path) judge_path(" before smoothing", query, answer.raw);
  judge_cost(query, answer);
}

void Interview::judge_ends(const QueryRecord& query, const Answer& answer) {
  if (!promised_.legal)
    return;  // the method may move an end outside free space to the nearest point inside
  const bool refused =
      answer.status == PlanStatus::kStartBlocked || answer.status == PlanStatus::kGoalBlocked;
  const bool start = query.truth == Truth::kStartBlocked;
  const bool goal = query.truth == Truth::kGoalBlocked;
  const PlanStatus expected = start  ? PlanStatus::kStartBlocked
                              : goal ? PlanStatus::kGoalBlocked
                                     : PlanStatus::kFound;
  const auto message = [&] {
    return !start && !goal
               ? "refused, although both ends are in free space"
               : fmt::format("the {} is outside free space, but the answer does not say so",
                             start ? "start" : "goal");
  };
  // The planner first locates both ends in the map before erosion. It therefore reports the goal if
  // the map blocks the goal and only erosion blocks the start.
  const bool goal_first = start && answer.status == PlanStatus::kGoalBlocked &&
                          arena_.map.locate(query.query.start).place != Place::kBlocked &&
                          arena_.map.locate(query.query.goal).place == Place::kBlocked;
  const bool kept = start || goal ? answer.status == expected || goal_first : !refused;
  expect(Promise::kBlockedEnds, kept, message, answer.path);
}

void Interview::judge_path(std::string_view which, const QueryRecord& query, const Path& path) {
  const Point start = query.query.start;
  const Point goal = query.query.goal;
  const bool joins = !path.empty() && path.front() == start && path.back() == goal;
  const auto ends_message = [&] {
    return path.empty() ? fmt::format("the path{} has no points", which)
                        : fmt::format("the path{} leads from {} to {}", which,
                                      text_of(path.front()), text_of(path.back()));
  };
  expect(Promise::kLegal, joins, ends_message, path);
  const PathChecker::Verdict verdict = arena_.checker.check(path);
  const auto fault_message = [&] {
    return fmt::format("segment {} of the path{}: {}", verdict.segment, which, verdict.reason);
  };
  const bool legal = expect(Promise::kLegal, verdict.legal, fault_message, path);
  if (!joins || !legal || arena_.space.terrain() != nullptr) return;
  const bool possible = query.optimum && length(path) >= *query.optimum * (1 - kRounding);
  const auto message = [&] {
    return fmt::format(
        "the path{} is legal and shorter than the optimum: this is a bug of Fairway, please report "
        "it",
        which);
  };
  expect(Promise::kLegal, possible, message, path);
}

void Interview::judge_cost(const QueryRecord& query, const Answer& answer) {
  const double raw = path_cost(arena_.space, answer.raw);
  const double smoothed = path_cost(arena_.space, answer.path);
  expect(
      Promise::kSmoothed, smoothed <= raw * (1 + kRounding),
      [&] { return fmt::format("the path costs {}, before smoothing {}", smoothed, raw); },
      answer.path);
  if (!promised_.optimal || arena_.space.terrain() != nullptr || !query.optimum) return;
  expect(
      Promise::kOptimal, raw <= *query.optimum * (1 + kRounding),
      [&] { return fmt::format("the path is {} long, the optimum {}", raw, *query.optimum); },
      answer.raw);
}

}  // namespace fairway::conformance
