#include "harness/conformance/examination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "datasets/world_file.hpp"
#include "harness/judging/reference.hpp"

namespace fairway::conformance {

namespace {

/// Relative tolerance between sums of rounded doubles.
constexpr double kRounding = 1e-9;
/// Small, so that a query shares batches with many others.
constexpr std::size_t kBatch = 7;

class Examiner {
 public:
  Examiner(const Arena& arena, const Guarantees& promised, const StartWorker& start)
      : arena_(arena), promised_(promised), start_(start) {
    for (const QueryRecord& q : arena.queries) queries_.push_back(q.query);
  }

  Examination run() {
    try {
      BuildFacts facts;
      const std::unique_ptr<Worker> worker = begin(facts);
      if (worker == nullptr) return std::move(result_);
      ask_one_by_one(*worker);
      if (const auto inspected = worker->inspect(queries_)) result_.findings.merge(*inspected);
      ask_in_disorder(*worker);
      ask_another(facts);
    } catch (const WorkerFailure& failure) {
      fail(fmt::format("{}: {}", name_of(failure.status()), failure.what()));
    }
    return std::move(result_);
  }

 private:
  bool expect(Promise promise, bool kept, auto&& tell, const Path& path = {}) {
    return result_.findings.expect(promise, kept, asked_, tell, path);
  }

  void fail(std::string message) {
    result_.findings.add({Promise::kAnswers, std::move(message), asked_});
  }

  /// Returns a worker that has built; nullptr if it refuses or fails.
  std::unique_ptr<Worker> begin(BuildFacts& facts) {
    std::unique_ptr<Worker> worker = start_();
    const BuiltWorker built = worker->build();
    const bool refused = built.reply.status == BuildStatus::kUnsupported ||
                         built.reply.status == BuildStatus::kOutOfMemory;
    if (refused) {
      result_.refusal = built.reply.message;
      return nullptr;
    }
    const bool is_built = built.reply.status == BuildStatus::kBuilt;
    expect(Promise::kAnswers, is_built,
           [&] { return "the method cannot be built: " + built.reply.message; });
    facts = built.reply.facts;
    varies_ = built.reply.varies;
    return is_built ? std::move(worker) : nullptr;
  }

  void ask_one_by_one(Worker& worker) {
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      asked_ = i;
      LapClock clock;
      worker.answer(std::span(queries_).subspan(i, 1), true, {},
                    [&](std::size_t, AnswerReply& reply) {
                      const std::int64_t waited = clock.lap();
                      first_.push_back(reply);
                      took_.emplace_back(waited);
                      judge(arena_.queries[i], reply, waited);
                    });
    }
    asked_.reset();
  }

  void judge(const QueryRecord& query, const AnswerReply& reply, std::int64_t waited) {
    expect(Promise::kAnswers, !reply.failure,
           [&] { return fmt::format("{}: {}", name_of(*reply.failure), reply.message); });
    if (reply.failure) return;
    const Answer& answer = reply.answer;
    expect(Promise::kTimes, answer.times.total() <= waited, [&] {
      return fmt::format("reports {} ns of a query that took {}", answer.times.total(), waited);
    });
    if (answer.status != PlanStatus::kUnsupported) judge_ends(query, answer);
    const bool found = answer.status == PlanStatus::kFound;
    if (promised_.complete && query.truth == Truth::kReachable) {
      expect(Promise::kComplete, found,
             [] { return "no path is found, but there is one: see the optimum"; });
    }
    if (!found) return;
    ++result_.found;
    if (!promised_.legal) return;
    judge_path("", query, answer.path);
    if (answer.raw != answer.path) judge_path(" before smoothing", query, answer.raw);
    judge_cost(query, answer);
  }

  void judge_ends(const QueryRecord& query, const Answer& answer) {
    if (!promised_.legal) return;  // the method may join outside ends to the nearest point inside
    const bool refused =
        answer.status == PlanStatus::kStartBlocked || answer.status == PlanStatus::kGoalBlocked;
    const bool start = query.truth == Truth::kStartBlocked;
    const bool goal = query.truth == Truth::kGoalBlocked;
    const PlanStatus expected = start  ? PlanStatus::kStartBlocked
                                : goal ? PlanStatus::kGoalBlocked
                                       : PlanStatus::kFound;
    const auto tell = [&] {
      return !start && !goal
                 ? "refused, though both ends are in free space"
                 : fmt::format("the {} is outside free space, and that is not what the answer says",
                               start ? "start" : "goal");
    };
    expect(Promise::kBlockedEnds, start || goal ? answer.status == expected : !refused, tell,
           answer.path);
  }

  void judge_path(std::string_view which, const QueryRecord& query, const Path& path) {
    const auto [start, goal] = query.query;
    const bool joins = !path.empty() && path.front() == start && path.back() == goal;
    const auto tell_ends = [&] {
      return path.empty() ? fmt::format("the path{} has no points", which)
                          : fmt::format("the path{} leads from {} to {}", which,
                                        text_of(path.front()), text_of(path.back()));
    };
    expect(Promise::kLegal, joins, tell_ends, path);
    const PathChecker::Verdict verdict = arena_.checker.check(path);
    const auto tell_fault = [&] {
      return fmt::format("segment {} of the path{}: {}", verdict.segment, which, verdict.reason);
    };
    const bool legal = expect(Promise::kLegal, verdict.legal, tell_fault, path);
    if (!joins || !legal || arena_.space.terrain() != nullptr) return;
    const bool possible = query.optimum && length(path) >= *query.optimum * (1 - kRounding);
    const auto tell = [&] {
      return fmt::format(
          "the path{} is legal and shorter than the optimum: the fault is "
          "Fairway's own, please report it",
          which);
    };
    expect(Promise::kLegal, possible, tell, path);
  }

  void judge_cost(const QueryRecord& query, const Answer& answer) {
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

  void ask_in_disorder(Worker& worker) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < queries_.size(); ++i) order.insert(order.end(), 2, i);
    std::ranges::shuffle(order, std::mt19937(29));
    ask_again(worker, order, "asked again, among others,");
  }

  void ask_another(const BuildFacts& built) {
    std::vector<std::size_t> order(queries_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
    BuildFacts facts;
    const std::unique_ptr<Worker> other = begin(facts);
    if (!result_.refusal.empty()) {
      result_.findings.add({Promise::kRepeatable,
                            "another process refuses the world: " + result_.refusal, std::nullopt});
      result_.refusal.clear();
    }
    if (other == nullptr) return;
    const auto structure = [](const BuildFacts& f) {
      return std::tuple(f.vertices, f.edges, f.components, f.coverage);
    };
    if (!varies_) {
      expect(Promise::kRepeatable, structure(facts) == structure(built),
             [] { return "another process builds other vertices, edges, components or coverage"; });
    }
    ask_again(*other, order, "asked of another process,");
  }

  void ask_again(Worker& worker, std::span<const std::size_t> order, std::string_view when) {
    std::vector<Query> batch;
    for (std::size_t begin = 0; begin < order.size(); begin += kBatch) {
      const auto indices = order.subspan(begin, std::min(kBatch, order.size() - begin));
      batch.clear();
      std::chrono::nanoseconds patience{
          0};  // ten times the time of their first answers, as in a sweep
      for (const std::size_t i : indices) {
        batch.push_back(queries_[i]);
        patience += 10 * took_[i];
      }
      worker.answer(batch, true, patience,
                    [&](std::size_t k, AnswerReply& reply) { compare(indices[k], reply, when); });
    }
  }

  void compare(std::size_t i, const AnswerReply& reply, std::string_view when) {
    if (varies_) return;
    const AnswerReply& first = first_[i];
    const Answer& was = first.answer;
    const Answer& is = reply.answer;
    std::string_view different;
    if (first.failure != reply.failure || (!reply.failure && was.status != is.status)) {
      different = "status";
    } else if (!reply.failure && (was.path != is.path || was.raw != is.raw)) {
      different = "path";
    } else if (!reply.failure && (was.expanded != is.expanded || was.generated != is.generated)) {
      different = "number of nodes";
    }
    result_.findings.expect(
        Promise::kRepeatable, different.empty(), i,
        [&] { return fmt::format("{} the query has another {}", when, different); }, is.path);
  }

  const Arena& arena_;
  const Guarantees& promised_;
  const StartWorker& start_;
  std::vector<Query> queries_;
  std::vector<AnswerReply> first_;
  std::vector<std::chrono::nanoseconds> took_;  ///< time waited for each first answer
  std::optional<std::size_t> asked_;            ///< the current query
  bool varies_ = false;                         ///< whether the method says that its paths vary
  Examination result_;
};

}  // namespace

Arena::Arena(FreeSpace free_space, std::span<const Query> asked)
    : space(std::move(free_space)), checker(space), world(format_world(space)) {
  const Reference reference(space);
  Reference::Scratch scratch;
  Path optimal;
  for (const Query& query : asked) {
    QueryRecord& record = queries.emplace_back();
    record.query = query;
    reference.solve(record, scratch, optimal);
  }
}

Examination examine(const Arena& arena, const Guarantees& promised, const StartWorker& start) {
  return Examiner(arena, promised, start).run();
}

}  // namespace fairway::conformance
