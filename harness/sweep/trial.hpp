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

/// The measurement of one method on one world: keeps the worker alive, asks it, judges its answers,
/// and writes the record. measure_in_turns() states the rules.
class Trial {
 public:
  /// Keeps references to all four arguments.
  Trial(const TurnsTask& task, const TurnsMethod& method, JudgedWorld& world, Ledger& ledger);

  void build();
  /// Builds once more in a worker started for it, unless the builds took too long or one failed.
  void build_again();
  /// Follows a burst that the world has taken: the worker does, or another one takes its place.
  void follow(const Burst& burst, int number);
  /// Asks the queries from `begin` to before `end` for the first time, and judges the paths.
  void ask_first(std::size_t begin, std::size_t end);
  /// Asks the queries of a batch that were answered in the first round, and records their times.
  void time(std::span<const std::size_t> batch);
  /// Stops the worker until it is asked again.
  void rest();
  /// Requests the drawing, ends the worker, and returns the record.
  TrialRecord finish();

 private:
  enum class QueryState : std::uint8_t {
    kNotAsked,
    kTimed,    ///< answered; asked again in the timed rounds
    kSettled,  ///< not asked again
  };
  /// A worker's report on a query in a timed round.
  struct Reported {
    std::optional<Status> failure;
    std::string message;
    TimingRecord timing;
    std::optional<std::uint64_t> path_hash;
  };

  bool bring_up();
  BuiltWorker start_in_this_world();
  void start_anew(int number);
  void add_follow(int number, FollowCosts costs, std::int64_t erosion_ns);
  void judge_first(std::size_t query, AnswerReply& reply);
  void note_first_answer(std::size_t query, std::int64_t ns);
  void note_scratch(const AnswerReply& reply);
  void add_parts(const std::vector<PartRecord>& parts);
  void fail_build(Status status, const std::string& message);
  void note_failure(const WorkerFailure& failure);
  void leave_alone(const WorkerFailure& failure);
  void spoil(std::size_t query, Status status, const std::string& message);
  void measure(const std::vector<std::size_t>& asked);
  void measure_interrupted_again();
  void ask_timed(std::span<const std::size_t> asked);
  void find_culprits(std::vector<std::size_t> asked);
  std::size_t before(std::size_t query) const;
  /// Keeps what the sweep wants of a path: the raw one only where it is not the returned one.
  void keep_paths(std::size_t query, const Answer& answer);
  void accept(std::size_t query, const Reported& reported);

  const TurnsTask& task_;
  const TurnsMethod& method_;
  JudgedWorld& world_;
  Ledger& ledger_;
  TrialRecord record_;
  std::unique_ptr<Worker> worker_;
  bool varies_ = false;  ///< whether the worker's paths may differ from the first ones
  bool left_alone_ = false;
  bool follows_ = true;  ///< whether the worker follows changes
  int bursts_ = 0;       ///< that the world has taken
  int failures_in_a_row_ = 0;
  std::vector<QueryState> states_;
  std::vector<std::int64_t> first_ns_;    ///< time the harness waited for the first answer
  std::vector<int> spare_;                ///< how often a query may still be asked again
  std::vector<std::size_t> interrupted_;  ///< queries of this turn to ask again
  int replaced_ = 0;                      ///< measurements that the one being made replaces
  bool builds_enough_ = false;            ///< whether a repeated build has failed
  std::vector<Query> queries_;            // scratch of ask_timed
  std::vector<Reported> reported_;
};

}  // namespace fairway
