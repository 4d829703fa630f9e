#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "harness/machine/machine.hpp"
#include "harness/records/records.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store_lock.hpp"
#include "harness/store/store_schema.hpp"

namespace fairway {

/// The SQLite file of a sweep, created or continued. Each add_ function is one transaction, and
/// stored rows survive a loss of power. While the file is open, a write-ahead log beside it lets
/// others read; once closed, it is one plain file. Safe to call from several threads.
class ResultStore {
 public:
  /// Throws DatabaseError if the file cannot be opened or is not a database, StoreUnavailable if it
  /// must not or cannot be written, and StoreMismatch if it has another schema or a run with
  /// another plan.
  ResultStore(const std::filesystem::path& file, const RunRecord& run, const Machine& machine);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// The id of a method by its name. Adds the method if it is new. `recorded`: its answers were
  /// found elsewhere or earlier, and are only judged. Throws StoreMismatch if the store has another
  /// method of that name.
  std::int64_t method(const Method& method, bool recorded = false);

  /// The id of a world, if it is stored. Throws StoreMismatch if its file has changed, or was read
  /// with other options.
  std::optional<std::int64_t> find_world(std::string_view name, std::string_view sha256,
                                         std::string_view read);
  /// Stores a world and sets the id of each query.
  std::int64_t add_world(const WorldRecord& world, std::span<QueryRecord> queries,
                         std::span<const Segment> outline, std::span<const PathRecord> optima,
                         std::span<const BurstRecord> bursts = {});
  /// The queries of a stored world, in order.
  std::vector<QueryRecord> queries(std::int64_t world);

  bool has_build(std::int64_t world, std::int64_t method);
  /// The numbers of a world's queries that a method has answered, ascending.
  std::vector<int> answered(std::int64_t world, std::int64_t method);
  /// Stores a finished trial, or what is added to one by further queries: its builds count as
  /// repeated ones. Precondition: it has one answer for each query.
  void add_trial(std::int64_t world, std::int64_t method, std::span<const QueryRecord> queries,
                 const TrialRecord& trial);

  /// Stores how this run measured the methods of a world, which is refused no longer.
  void add_measurement(std::int64_t world, const MeasurementRecord& measurement);

  /// Stores why a map of the sweep could not be measured. Replaces what earlier runs stored.
  void add_refusal(std::string_view world, std::string_view message);

  /// How many builds and answers of a method have the status error.
  struct Errors {
    std::int64_t builds = 0;
    std::int64_t answers = 0;
  };
  Errors errors_of(std::int64_t method);

  /// Stores how fast the core is that this run measures on: calibrate().
  void note_calibration(std::int64_t ns);
  /// Marks the run as finished.
  void finish();
  /// Writes a copy of the store to a file that must not exist.
  void copy_to(const std::filesystem::path& file);

 private:
  void open_schema(const std::filesystem::path& file);
  void check_plan(const std::filesystem::path& file, const RunRecord& run);
  void add_build(std::int64_t world, std::int64_t method, const BuildRecord& build);
  void add_build_runs(std::int64_t world, std::int64_t method, const BuildRecord& build);
  void add_answer(std::int64_t method, const QueryRecord& query, const AnswerRecord& answer);
  void add_follow(std::int64_t world, std::int64_t method, const FollowRecord& follow);
  void add_path(std::int64_t query, std::optional<std::int64_t> method, const PathRecord& path);

  std::mutex mutex_;  ///< locked by every public function
  StoreLock lock_;    // declared before the database, so that the database is closed first
  Database database_;
  std::int64_t run_ = 0;
};

}  // namespace fairway
