#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/judging/judged_world.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/ledger.hpp"
#include "harness/sweep/turns.hpp"
#include "harness/worker/worker.hpp"

namespace fairway {

/// Measures one method on one world: manages the worker, asks the queries, judges the answers, and
/// writes the record. measure_in_turns() states the rules.
class Trial {
 public:
  /// Keeps references to all arguments.
  Trial(const TurnsTask& task, const TurnsMethod& method, JudgedWorld& world, Ledger& ledger);

  void build();
  /// Builds once more in a new worker. Does nothing if a build has failed, or if the builds would
  /// take longer than kLongestBuilds.
  void build_again();
  /// Lets the worker apply a burst that the judged world has already applied. Replaces the worker
  /// if it cannot apply bursts.
  void apply_burst(const Burst& burst, int number);
  /// Asks the queries [begin, end) for the first time, and judges the paths.
  void ask_first(std::size_t begin, std::size_t end);
  /// Asks the queries of a batch that were answered in the first round, and records their times.
  void time_batch(std::span<const std::size_t> batch);
  /// Suspends the worker until the next request.
  void pause();
  /// Requests the drawing, ends the worker, and returns the record.
  TrialRecord finish();

 private:
  enum class QueryState : std::uint8_t {
    kNotAsked,
    kTimed,    ///< answered; will be asked again in the timed rounds
    kSettled,  ///< not asked again
  };
  /// The report of a worker on a query in a timed round.
  struct Reported {
    std::optional<Status> failure;
    std::string message;
    TimingRecord timing;
    std::optional<std::uint64_t> path_hash;
  };

  bool ensure_worker();
  BuiltWorker begin();
  BuiltWorker build_in_worker();
  void replace_worker(int number);
  void add_follow(int number, FollowCosts costs, std::int64_t erosion_ns);
  void judge_first(std::size_t query, AnswerReply& reply);
  void note_first_answer(std::size_t query, std::int64_t ns);
  void note_scratch(const AnswerReply& reply);
  void add_parts(const std::vector<PartRecord>& parts);
  void fail_build(Status status, const std::string& message);
  void note_failure(const WorkerFailure& failure);
  void give_up(const WorkerFailure& failure);
  void mark_failed(std::size_t query, Status status, const std::string& message);
  void measure(const std::vector<std::size_t>& asked);
  void repeat_interrupted();
  void ask_timed(std::span<const std::size_t> asked);
  void find_culprits(std::vector<std::size_t> asked);
  Query query_of(std::size_t query) const;
  std::size_t preceding_query(std::size_t query) const;
  /// Stores the paths that the sweep keeps. The raw path is stored only if it differs from the
  /// returned path.
  void keep_paths(std::size_t query, const Answer& answer);
  void accept(std::size_t query, const Reported& reported);

  const TurnsTask& task_;
  const TurnsMethod& method_;
  JudgedWorld& world_;
  Ledger& ledger_;
  TrialRecord record_;
  std::unique_ptr<Worker> worker_;
  bool varies_ = false;  ///< whether a repeated query may get another path
  bool given_up_ = false;
  bool follows_ = true;  ///< whether the worker can apply bursts
  int bursts_ = 0;       ///< bursts applied so far
  int failures_in_a_row_ = 0;
  std::vector<QueryState> states_;
  std::vector<std::int64_t> first_ns_;    ///< by query: waiting time for its first answer
  std::vector<int> repeats_left_;         ///< by query: number of repeats that are still allowed
  std::vector<std::size_t> interrupted_;  ///< queries of the current batch that were interrupted
  int replaced_ = 0;  ///< number of interrupted measurements that the current measurement replaces
  bool rebuild_failed_ = false;  ///< whether a repeated build has failed
  std::vector<Query> queries_;   // scratch of ask_timed()
  std::vector<Reported> reported_;
};

}  // namespace fairway
