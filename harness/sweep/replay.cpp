#include "harness/sweep/replay.hpp"

#include <cmath>
#include <memory>
#include <variant>

#include "algorithms/changes/changing_method.hpp"
#include "harness/judging/changing_truth.hpp"
#include "harness/machine/supervisor.hpp"
#include "harness/sweep/turns.hpp"

namespace fairway {
namespace {

/// A method in this process. Its exceptions reach the caller of replay().
class LocalWorker final : public Worker {
 public:
  /// `frame` is a box that contains the world at each moment. It is needed only for an eroded
  /// world. Appends the time of each answer to `answer_ns`. Keeps references to all other
  /// arguments.
  LocalWorker(const Registry& registry, const Method& method, const FreeSpace& first,
              std::optional<Box> frame, std::vector<std::int64_t>& answer_ns)
      : registry_(registry), method_(method), first_(first), frame_(frame), answer_ns_(answer_ns) {}

  BuiltWorker build() override {
    const CrashTask task(method_.name);
    changing_.reset(frame_ ? new ChangingMethod(registry_, method_, first_, *frame_)
                           : new ChangingMethod(registry_, method_, first_));
    BuiltWorker built;
    built.reply.facts.ns = changing_->planner().facts().build_nanoseconds;
    built.reply.facts.bytes = bytes();
    return built;
  }

  void answer(std::span<const Query> queries, bool, std::chrono::nanoseconds,
              const Receive& receive) override {
    const CrashTask task(method_.name);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      changing_->planner().plan(queries[i], reply_.answer);
      answer_ns_.push_back(reply_.answer.times.total());
      receive(i, reply_);
    }
  }

  std::optional<FollowCosts> apply_burst(const Burst& burst, bool facts) override {
    const CrashTask task(method_.name);
    const FollowCost cost = changing_->follow(burst);
    FollowCosts costs;
    costs.repaired = cost.repaired;
    costs.ns = cost.total_ns();
    costs.space_ns = cost.space_ns;
    if (!facts) return costs;
    changing_->update_facts();
    costs.bytes = bytes();
    return costs;
  }

  std::optional<Findings> inspect(std::span<const Query>) override { return std::nullopt; }
  std::optional<DrawingRecord> draw(const DrawRequest&) override { return std::nullopt; }

 private:
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(changing_->planner().facts().memory_bytes);
  }

  const Registry& registry_;
  const Method& method_;
  const FreeSpace& first_;
  std::optional<Box> frame_;
  std::vector<std::int64_t>& answer_ns_;
  std::unique_ptr<ChangingMethod> changing_;
  AnswerReply reply_;
};

/// Whether two lengths are equal within the precision of published lengths.
bool equal_lengths(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(1.0, b); }

/// Summarises the trial of a method. `answer_ns` are the times of the answers, in the order of the
/// queries.
ReplayRecord record_of(const std::string& method, TrialRecord trial, const ChangingWorld& world,
                       const std::vector<std::int64_t>& answer_ns) {
  ReplayRecord record;
  record.method = method;
  record.memory_first = record.memory_last = trial.build.facts.bytes.value_or(0);
  for (const FollowRecord& follow : trial.follows) {
    if (follow.first_answer_ns) record.first_path_ns.push_back(*follow.first_answer_ns);
    if (follow.costs.bytes) record.memory_last = *follow.costs.bytes;
  }
  record.follows = std::move(trial.follows);
  for (const Step& step : world.steps) {
    const auto* query = std::get_if<QueryStep>(&step);
    if (query == nullptr) continue;
    const auto number = static_cast<std::size_t>(record.queries++);
    const AnswerRecord& judged = trial.answers[number];
    const bool found = judged.status == Status::kFound;
    record.found += found;
    if (found) record.query_ns.push_back(answer_ns[number]);
    record.gap += judged.gap.value_or(0);
    record.missed += judged.status == Status::kMissed;
    record.illegal += judged.status == Status::kInvalidPath;
    record.outdated += judged.outdated;
    if (!query->octile_length) continue;
    ++record.published;
    record.published_equal += judged.raw_length
                                  ? equal_lengths(*judged.raw_length, *query->octile_length)
                                  : *query->octile_length < 0;
  }
  return record;
}

}  // namespace

std::vector<ReplayRecord> replay(const ChangingWorld& changing, const Registry& registry,
                                 std::span<const Method> methods, double radius) {
  std::vector<QueryRecord> queries = queries_of(changing);
  ChangingTruth truth(changing, radius, queries);
  const FreeSpace first = radius > 0 ? truth.space() : truth.first();
  std::vector<TurnsMethod> asked;
  std::vector<std::vector<std::int64_t>> answer_ns(methods.size());
  for (std::size_t i = 0; i < methods.size(); ++i) {
    asked.emplace_back().start = [&, i] {
      return std::make_unique<LocalWorker>(registry, methods[i], first,
                                           radius > 0 ? std::optional(truth.frame()) : std::nullopt,
                                           answer_ns[i]);
    };
  }
  TurnsTask task;
  task.queries = queries;
  task.repetitions = 0;  // a search that keeps results between queries would not search again
  Ledger ledger;
  std::vector<TrialRecord> trials = measure_in_turns(task, asked, truth, ledger, {}).value();
  std::vector<ReplayRecord> records;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    records.push_back(record_of(methods[i].name, std::move(trials[i]), changing, answer_ns[i]));
  }
  return records;
}

}  // namespace fairway
