#include "harness/conformance/examination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

namespace fairway::conformance {

namespace {

/// Number of queries in a batch. It is small, so that each query is asked in several contexts.
constexpr std::size_t kBatch = 7;

class Examiner {
 public:
  Examiner(const Arena& arena, const Guarantees& promised, const StartWorker& start)
      : start_(start), interview_(arena, promised) {
    for (const QueryRecord& q : arena.queries) queries_.push_back(q.query);
  }

  Examination run() {
    try {
      BuildFacts facts;
      const std::unique_ptr<Worker> worker = begin(facts);
      if (worker == nullptr) return std::move(result_);
      interview_.ask(*worker);
      // Queries with a radius are not inspected. The inspection ignores radii, so it would examine
      // edges that are too narrow for the agent.
      if (!has_radius()) {
        if (const auto inspected = worker->inspect(queries_)) result_.findings.merge(*inspected);
      }
      ask_in_random_order(*worker);
      ask_another_process(facts);
    } catch (const WorkerFailure& failure) {
      fail(fmt::format("{}: {}", name_of(failure.status()), failure.what()));
    }
    result_.findings.merge(interview_.findings());
    result_.found = interview_.found();
    return std::move(result_);
  }

 private:
  bool expect(Promise promise, bool kept, auto&& message, const Path& path = {}) {
    return result_.findings.expect(promise, kept, std::nullopt, message, path);
  }

  bool has_radius() const { return !queries_.empty() && queries_.front().radius > 0; }

  void fail(std::string message) {
    result_.findings.add({Promise::kAnswers, std::move(message), interview_.asked()});
  }

  /// Starts a worker and builds the method. Returns nullptr if the method refuses the world or the
  /// build fails.
  std::unique_ptr<Worker> begin(BuildFacts& facts) {
    std::unique_ptr<Worker> worker = start_();
    const BuiltWorker built = worker->build();
    timed_out_ = built.reply.status == Status::kTimeout;
    if (timed_out_ || built.reply.status == Status::kUnsupported ||
        built.reply.status == Status::kOutOfMemory) {
      result_.refusal = built.reply.message;
      return nullptr;
    }
    const bool is_built = built.reply.status == Status::kBuilt;
    expect(Promise::kAnswers, is_built,
           [&] { return "the method cannot be built: " + built.reply.message; });
    facts = built.reply.facts;
    varies_ = built.reply.varies;
    return is_built ? std::move(worker) : nullptr;
  }

  void ask_in_random_order(Worker& worker) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < queries_.size(); ++i) order.insert(order.end(), 2, i);
    std::ranges::shuffle(order, std::mt19937(29));
    ask_again(worker, order, "asked again, among others,");
  }

  void ask_another_process(const BuildFacts& built) {
    std::vector<std::size_t> order(queries_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
    BuildFacts facts;
    const std::unique_ptr<Worker> other = begin(facts);
    // A build that needs almost its whole time limit may exceed it in one process only.
    if (!result_.refusal.empty() && !timed_out_) {
      result_.findings.add({Promise::kRepeatable,
                            "another process refuses the world: " + result_.refusal, std::nullopt});
    }
    result_.refusal.clear();
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
          0};  // time limit: ten times the time of the first answers, as in a sweep
      for (const std::size_t i : indices) {
        batch.push_back(queries_[i]);
        patience += 10 * interview_.took()[i];
      }
      worker.answer(batch, true, patience,
                    [&](std::size_t k, AnswerReply& reply) { compare(indices[k], reply, when); });
    }
  }

  void compare(std::size_t i, const AnswerReply& reply, std::string_view when) {
    if (varies_) return;
    const AnswerReply& first = interview_.replies()[i];
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

  const StartWorker& start_;
  Interview interview_;  ///< asks each query alone and stores the first answers
  std::vector<Query> queries_;
  bool varies_ = false;     ///< whether paths of the method may vary
  bool timed_out_ = false;  ///< whether the last build exceeded the method's own time limit
  Examination result_;
};

}  // namespace

Examination examine(const Arena& arena, const Guarantees& promised, const StartWorker& start) {
  return Examiner(arena, promised, start).run();
}

}  // namespace fairway::conformance
