#include "harness/changes/replay.hpp"

#include <cmath>
#include <memory>
#include <optional>
#include <variant>

#include "harness/judging/changing_truth.hpp"
#include "harness/machine/supervisor.hpp"

namespace fairway {
namespace {

struct Run {
  ChangingMethod method;
  ReplayRecord record;
  std::optional<std::int64_t> since_burst = {};  ///< until the next query is answered
};

/// Published lengths have few digits.
bool equal_lengths(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(1.0, b); }

class Replay {
 public:
  Replay(const ChangingWorld& changing, const Registry& registry, std::span<const Method> methods,
         double radius)
      : truth_(changing, radius), first_(truth_.space()) {
    for (const Method& method : methods) {
      const CrashTask task(method.name);
      Run& run = *runs_.emplace_back(
          radius > 0 ? new Run{ChangingMethod(registry, method, first_, truth_.frame()), {}}
                     : new Run{ChangingMethod(registry, method, truth_.first()), {}});
      run.record.method = method.name;
      run.record.memory_first = bytes(run);
    }
  }

  void take(const BurstStep&) {
    const Burst& burst = truth_.take();
    for (const auto& run : runs_) {
      const CrashTask task(run->record.method);
      FollowCost cost = run->method.follow(burst);
      cost.erosion_ns = truth_.erosion_ns();
      cost.space_ns += cost.erosion_ns;
      run->record.follows.push_back(cost);
      run->since_burst = run->record.follows.back().total_ns();
    }
  }

  void take(const QueryStep& step) {
    QueryRecord query;
    query.query = {step.start, step.goal};
    truth_.reference().solve(query, scratch_, optimum_);
    for (const auto& run : runs_) ask(*run, query, step);
  }

  std::vector<ReplayRecord> end() {
    std::vector<ReplayRecord> records;
    for (const auto& run : runs_) {
      run->method.update_facts();
      run->record.memory_last = bytes(*run);
      records.push_back(std::move(run->record));
    }
    return records;
  }

 private:
  static std::int64_t bytes(Run& run) {
    return static_cast<std::int64_t>(run.method.planner().facts().memory_bytes);
  }

  void ask(Run& run, const QueryRecord& query, const QueryStep& step) {
    const CrashTask task(run.record.method);
    run.method.planner().plan(query.query, answer_);
    const AnswerRecord judged = truth_.judge(query, answer_);
    ReplayRecord& record = run.record;
    ++record.queries;
    const std::int64_t ns = answer_.times.total();
    if (run.since_burst) record.first_path_ns.push_back(*run.since_burst + ns);
    run.since_burst.reset();
    if (judged.status == Status::kFound) {
      ++record.found;
      record.query_ns.push_back(ns);
      record.gap += judged.gap.value_or(0);
    }
    record.missed += judged.status == Status::kMissed;
    record.illegal += judged.status == Status::kInvalidPath;
    record.outdated += judged.outdated;
    if (!step.octile_length) return;
    ++record.published;
    record.published_equal += answer_.status == PlanStatus::kFound
                                  ? equal_lengths(length(answer_.raw), *step.octile_length)
                                  : *step.octile_length < 0;
  }

  ChangingTruth truth_;
  FreeSpace first_;  ///< before all bursts, as the agent sees it
  std::vector<std::unique_ptr<Run>> runs_;
  Reference::Scratch scratch_;
  Path optimum_;
  Answer answer_;
};

}  // namespace

std::vector<ReplayRecord> replay(const ChangingWorld& changing, const Registry& registry,
                                 std::span<const Method> methods, double radius) {
  Replay all(changing, registry, methods, radius);
  for (const Step& step : changing.steps) {
    std::visit([&](const auto& s) { all.take(s); }, step);
  }
  return all.end();
}

}  // namespace fairway
