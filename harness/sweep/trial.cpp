#include "harness/sweep/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "harness/records/packed_numbers.hpp"
#include "harness/records/path_hash.hpp"

namespace fairway {

namespace {

/// The time limit of a batch, as a multiple of the time of its queries in the first round.
constexpr std::int64_t kPatience = 10;

}  // namespace

Trial::Trial(const TurnsTask& task, const TurnsMethod& method, JudgedWorld& world, Ledger& ledger)
    : task_(task),
      method_(method),
      world_(world),
      ledger_(ledger),
      states_(task.queries.size(), QueryState::kNotAsked),
      first_ns_(task.queries.size(), 0),
      repeats_left_(task.queries.size(), task.repetitions) {
  record_.answers.resize(task.queries.size());
}

/// Takes the kept worker, or starts a worker that builds. Returns the report of the build.
BuiltWorker Trial::begin() {
  KeptWorker* const kept = method_.kept;
  if (kept != nullptr && kept->worker) {
    worker_ = std::move(kept->worker);
    return kept->built;
  }
  worker_ = method_.start();
  BuiltWorker built = worker_->build();
  ledger_.charge("start");
  ledger_.transfer("start", "build", built.reply.facts.ns);
  if (kept != nullptr) kept->built = built;
  return built;
}

void Trial::build() {
  try {
    const BuiltWorker built = begin();
    BuildRecord& build = record_.build;
    if (built.reply.status != Status::kBuilt) {
      fail_build(built.reply.status, built.reply.message);
      return;
    }
    build.program = built.program;
    if (method_.recorded) return;
    if (!method_.counted_in.empty()) {
      build.message = fmt::format("one build serves all radii; it is counted in the world {}",
                                  method_.counted_in);
      varies_ = built.reply.varies;
      build.sandbox = built.sandbox;
      build.clock_ns = built.clock_ns;
      return;
    }
    build.facts = built.reply.facts;
    varies_ = built.reply.varies;
    build.runs.push_back({build.facts.ns, built.reply.usage});
    add_parts(built.reply.parts);
    if (method_.erosion) add_parts({*method_.erosion});
    build.sandbox = built.sandbox;
    build.clock_ns = built.clock_ns;
    build.resident_before = built.resident_before;
    build.resident_after = built.resident_after;
    build.peak_resident = built.peak_resident;
  } catch (const WorkerFailure& failure) {
    ++record_.build.failures;
    fail_build(failure.status(), failure.what());
    ledger_.charge("start");
  }
}

void Trial::build_again() {
  BuildRecord& build = record_.build;
  std::int64_t taken = 0;
  for (const BuildRun& run : build.runs) taken += run.ns;
  if (given_up_ || rebuild_failed_ || build.runs.empty()) return;
  if (taken + build.runs.back().ns > kLongestBuilds) return;
  try {
    const BuiltWorker built = method_.start()->build();
    ledger_.charge("start");
    if (built.reply.status != Status::kBuilt) {
      throw WorkerFailure(built.reply.status, built.reply.message);
    }
    const std::int64_t ns = built.reply.facts.ns;
    build.runs.push_back({ns, built.reply.usage});
    add_parts(built.reply.parts);
    ledger_.transfer("start", "build", ns);
  } catch (const WorkerFailure& failure) {
    ledger_.charge("start");
    ++build.failures;
    rebuild_failed_ = true;
    build.message =
        fmt::format("built {} times, then a build failed: {}", build.runs.size(), failure.what());
  }
}

/// Adds the reported parts of the free space. If a part is recorded already, keeps the smaller
/// build time.
void Trial::add_parts(const std::vector<PartRecord>& parts) {
  for (const PartRecord& part : parts) {
    std::vector<PartRecord>& known = record_.build.parts;
    const auto at = std::find_if(known.begin(), known.end(),
                                 [&](const PartRecord& other) { return other.name == part.name; });
    if (at == known.end()) {
      known.push_back(part);
    } else {
      at->build_ns = std::min(at->build_ns, part.build_ns);
    }
  }
}

void Trial::fail_build(Status status, const std::string& message) {
  worker_.reset();
  given_up_ = true;
  record_.build.status = status;
  record_.build.message = message;
  for (AnswerRecord& answer : record_.answers) {
    answer.status = status;
    if (status != Status::kUnsupported) answer.message = "build: " + message;
  }
}

void Trial::apply_burst(const Burst& burst, int number) {
  bursts_ = number;
  if (given_up_) return;
  try {
    if (worker_ && follows_) {
      const bool last = world_.bursts_left() == 0;
      if (const auto reply = worker_->apply_burst(burst, last)) {
        add_follow(number, *reply, world_.erosion_ns());
        ledger_.charge("change");
        return;
      }
      follows_ = false;
    }
    if (!follows_) replace_worker(number);
  } catch (const WorkerFailure& failure) {
    note_failure(failure);
  }
  ledger_.charge("change");
}

/// Replaces the worker by a worker that builds in the current world. Records its build as the cost
/// of the burst.
void Trial::replace_worker(int number) {
  worker_ = method_.start_now();
  const BuildReply built = build_in_worker().reply;
  FollowCosts costs;
  for (const PartRecord& part : built.parts) costs.space_ns += part.build_ns;
  costs.ns = costs.space_ns + built.facts.ns;
  costs.usage = built.usage;
  costs.bytes = built.facts.bytes;
  costs.vertices = built.facts.vertices;
  costs.edges = built.facts.edges;
  add_follow(number, costs, world_.erosion_ns());
}

/// Records the costs of a burst. Adds `erosion_ns` to the total time and to the time spent on the
/// free space.
void Trial::add_follow(int number, FollowCosts costs, std::int64_t erosion_ns) {
  costs.ns += erosion_ns;
  costs.space_ns += erosion_ns;
  record_.follows.push_back({number, costs, erosion_ns, std::nullopt});
}

BuiltWorker Trial::build_in_worker() {
  BuiltWorker built = worker_->build();
  if (built.reply.status != Status::kBuilt) {
    throw WorkerFailure(built.reply.status,
                        "the restarted worker does not build: " + built.reply.message);
  }
  return built;
}

/// Starts another worker if the worker has failed and may be restarted. Returns whether there is a
/// worker.
bool Trial::ensure_worker() {
  while (!worker_ && !given_up_) {
    try {
      worker_ = bursts_ > 0 && !follows_ ? method_.start_now() : method_.start();
      build_in_worker();
      if (bursts_ > 0 && follows_ && !worker_->apply_burst(world_.applied_bursts(), false)) {
        follows_ = false;
        worker_.reset();
      }
    } catch (const WorkerFailure& failure) {
      note_failure(failure);
    }
    ledger_.charge("start");
  }
  return !given_up_;
}

void Trial::note_failure(const WorkerFailure& failure) {
  worker_.reset();
  ++record_.build.failures;
  if (++failures_in_a_row_ == kMostFailuresInARow || record_.build.failures >= kMostFailures) {
    give_up(failure);
  }
}

void Trial::give_up(const WorkerFailure& failure) {
  given_up_ = true;
  const std::string message =
      fmt::format("not asked, because the worker failed {} times, {} in a row; last failure: {}",
                  record_.build.failures, failures_in_a_row_, failure.what());
  record_.build.message = message;
  for (std::size_t i = 0; i < record_.answers.size(); ++i) {
    const bool untimed = states_[i] == QueryState::kTimed && record_.answers[i].times.empty();
    if (states_[i] == QueryState::kNotAsked || untimed) mark_failed(i, failure.status(), message);
  }
}

void Trial::mark_failed(std::size_t query, Status status, const std::string& message) {
  record_.answers[query] = {};
  record_.answers[query].status = status;
  record_.answers[query].message = message;
  states_[query] = QueryState::kSettled;
}

void Trial::note_scratch(const AnswerReply& reply) {
  record_.build.scratch_bytes = std::max(record_.build.scratch_bytes, reply.scratch_bytes);
}

void Trial::ask_first(std::size_t begin, std::size_t end) {
  while (begin < end && ensure_worker()) {
    queries_.clear();
    for (std::size_t query = begin; query < end; ++query) queries_.push_back(query_of(query));
    try {
      worker_->answer_each(queries_, [&](std::size_t, AnswerReply& reply) {
        judge_first(begin++, reply);
        failures_in_a_row_ = 0;
      });
    } catch (const WorkerFailure& failure) {
      ledger_.charge("first round");
      if (begin < end) mark_failed(begin++, failure.status(), failure.what());
      note_failure(failure);
    }
  }
}

void Trial::judge_first(std::size_t query, AnswerReply& reply) {
  // The worker may have answered while the harness judged the preceding answer. In this case, the
  // waiting time is too short.
  first_ns_[query] = std::max(ledger_.charge("first round"), reply.answer.times.total());
  note_scratch(reply);
  if (reply.failure) {
    mark_failed(query, *reply.failure, reply.message);
    return;
  }
  record_.answers[query] = world_.judge(task_.queries[query], reply.answer);
  states_[query] = record_.answers[query].status == Status::kUnsupported ? QueryState::kSettled
                                                                         : QueryState::kTimed;
  keep_paths(query, reply.answer);
  note_first_answer(query, reply.answer.times.total());
  ledger_.charge("judge");
}

/// If the query is the first after a burst and its answer is right, records the time from the burst
/// to the answer.
void Trial::note_first_answer(std::size_t query, std::int64_t ns) {
  const bool first = query == 0 || task_.queries[query - 1].bursts != task_.queries[query].bursts;
  if (!first || record_.follows.empty() || record_.follows.back().burst != bursts_) return;
  const Status status = record_.answers[query].status;
  const bool right = status == Status::kFound || status == Status::kUnreachable ||
                     status == Status::kStartBlocked || status == Status::kGoalBlocked;
  if (right) record_.follows.back().first_answer_ns = record_.follows.back().costs.ns + ns;
}

void Trial::keep_paths(std::size_t query, const Answer& answer) {
  if (answer.status != PlanStatus::kFound || !keeps_paths(task_.paths, task_.queries[query])) {
    return;
  }
  if (!same_bits(answer.raw, answer.path)) {
    record_.paths.push_back({query, "raw", packed_points(answer.raw)});
  }
  record_.paths.push_back({query, "smoothed", packed_points(answer.path)});
}

void Trial::time_batch(std::span<const std::size_t> batch) {
  std::vector<std::size_t> asked;
  for (const std::size_t query : batch) {
    if (states_[query] == QueryState::kTimed) asked.push_back(query);
  }
  measure(asked);
  repeat_interrupted();
}

void Trial::measure(const std::vector<std::size_t>& asked) {
  if (method_.recorded || asked.empty() || !ensure_worker()) return;
  try {
    ask_timed(asked);
  } catch (const WorkerFailure&) {
    // find_culprits() finds the failing query. It also counts successive failures.
    ledger_.charge("messages");
    worker_.reset();
    ++record_.build.failures;
    find_culprits(asked);
  }
}

void Trial::repeat_interrupted() {
  while (!interrupted_.empty() && !given_up_) {
    const std::size_t query = interrupted_.back();
    interrupted_.pop_back();
    if (states_[query] != QueryState::kTimed) continue;
    std::vector<TimingRecord>& times = record_.answers[query].times;
    const std::int64_t ns = times.back().phases.total();
    replaced_ = times.back().repeated + 1;
    times.pop_back();
    --repeats_left_[query];
    ledger_.transfer("timed", "messages", ns);
    record_.build.waited_ns -= ns;
    measure({query});
  }
  interrupted_.clear();
  replaced_ = 0;
}

/// Asks the queries of a failed batch one by one. Then asks the queries that did not fail as a
/// batch.
void Trial::find_culprits(std::vector<std::size_t> asked) {
  const auto fails = [&](std::size_t query) {
    if (!ensure_worker()) return true;
    try {
      const Query asked_alone = query_of(query);
      worker_->answer_again(std::span(&asked_alone, 1),
                            std::chrono::nanoseconds(kPatience * first_ns_[query]),
                            [](std::size_t, AnswerReply&) {});
      ledger_.charge("messages");
      failures_in_a_row_ = 0;
      return false;
    } catch (const WorkerFailure& failure) {
      ledger_.charge("messages");
      mark_failed(query, failure.status(),
                  fmt::format("failed in a timed repetition: {}", failure.what()));
      note_failure(failure);
      return true;
    }
  };
  std::erase_if(asked, fails);
  if (asked.empty() || !ensure_worker()) return;
  try {
    ask_timed(asked);
  } catch (const WorkerFailure& failure) {
    ledger_.charge("messages");
    for (const std::size_t query : asked) {
      mark_failed(query, failure.status(),
                  fmt::format("answered alone, but failed in a batch: {}", failure.what()));
    }
    note_failure(failure);
  }
}

/// Asks the preceding query to warm up, then the batch. Records the reports only if all queries
/// were answered.
void Trial::ask_timed(std::span<const std::size_t> asked) {
  const std::size_t warm_up = preceding_query(asked.front());
  queries_.assign(1, query_of(warm_up));
  std::int64_t first_ns = first_ns_[warm_up];
  for (const std::size_t query : asked) {
    queries_.push_back(query_of(query));
    first_ns += first_ns_[query];
  }
  reported_.resize(asked.size());
  std::int64_t total = 0;
  const auto receive = [&](std::size_t i, AnswerReply& reply) {
    if (!reply.failure) total += reply.answer.times.total();
    note_scratch(reply);
    if (i == 0) return;
    const bool found = reply.answer.status == PlanStatus::kFound;
    if (found && !reply.path_hash) reply.path_hash = path_hash(reply.answer.path);
    reported_[i - 1] = {reply.failure, reply.message,
                        TimingRecord{reply.answer.times, reply.usage, replaced_}, reply.path_hash};
  };
  worker_->answer_again(queries_, std::chrono::nanoseconds(kPatience * first_ns), receive);
  const std::int64_t waited = ledger_.charge("messages");
  if (total > waited) {
    throw WorkerFailure(
        Status::kError,
        fmt::format("reports {} ns of work in a batch that took {} ns", total, waited));
  }
  ledger_.transfer("messages", "timed", total);
  record_.build.waited_ns += waited;
  failures_in_a_row_ = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) accept(asked[i], reported_[i]);
}

/// Returns a query with the radius that the worker expects.
Query Trial::query_of(std::size_t query) const {
  Query asked = task_.queries[query].query;
  asked.radius = method_.radius;
  return asked;
}

/// Returns the timed query that precedes a query in cyclic order. Both lie between the same two
/// bursts.
std::size_t Trial::preceding_query(std::size_t query) const {
  const std::size_t count = states_.size();
  std::size_t other = query;
  do {
    other = (other + count - 1) % count;
  } while (states_[other] != QueryState::kTimed ||
           task_.queries[other].bursts != task_.queries[query].bursts);
  return other;
}

void Trial::pause() {
  if (worker_) worker_->pause();
}

void Trial::accept(std::size_t query, const Reported& reported) {
  if (reported.failure) {
    mark_failed(query, *reported.failure, reported.message);
  } else if (!varies_ && reported.path_hash != record_.answers[query].path_hash) {
    mark_failed(query, Status::kError, "the path changed between repetitions");
  } else {
    record_.answers[query].times.push_back(reported.timing);
    if (reported.timing.usage.switches.value_or(0) > 0 && repeats_left_[query] > 0) {
      interrupted_.push_back(query);
    }
  }
}

TrialRecord Trial::finish() {
  if (method_.drawing && worker_) {
    try {
      if (auto drawing = worker_->draw(*method_.drawing)) {
        if (drawing->packed.empty()) drawing->packed = packed_segments(drawing->segments);
        record_.drawing = {drawing->kind, std::move(drawing->packed), drawing->total,
                           drawing->window};
      }
    } catch (const WorkerFailure&) {
      ++record_.build.failures;
    }
    ledger_.charge("draw");
  }
  if (method_.kept != nullptr && worker_) {
    worker_->pause();
    method_.kept->worker = std::move(worker_);
  }
  worker_.reset();
  ledger_.charge("draw");
  return std::move(record_);
}

}  // namespace fairway
