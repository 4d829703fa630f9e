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

/// The SQLite file of a sweep. The constructor creates the file, or continues an existing file.
/// Each add_ function is one transaction. Stored rows survive a loss of power. While the file is
/// open, a write-ahead log beside it lets other processes read. A closed store is one file.
/// Thread-safe.
class ResultStore {
 public:
  /// Throws DatabaseError if the file cannot be opened or is no database, StoreUnavailable if it
  /// cannot be written or another process writes it, and StoreMismatch if it has another schema or
  /// a run with another plan.
  ResultStore(const std::filesystem::path& file, const RunRecord& run, const Machine& machine);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// Returns the id of a method. Adds the method if the store has none of this name. `recorded`
  /// states that the answers of the method come from elsewhere and are only judged. Throws
  /// StoreMismatch if the store has another method of this name.
  std::int64_t method(const Method& method, bool recorded = false);

  /// Returns the id of a world, or nothing if the world is not stored. Throws StoreMismatch if the
  /// map file has changed, or was read with other options.
  std::optional<std::int64_t> find_world(std::string_view name, std::string_view sha256,
                                         std::string_view read);
  /// Throws StoreMismatch if a stored world has another WorldRecord::content_hash. With the same
  /// map and reader options, this is a world with other costs of terrain.
  void expect_content(std::int64_t world, std::string_view content_hash);
  /// Stores a world and sets the id of each query.
  std::int64_t add_world(const WorldRecord& world, std::span<QueryRecord> queries,
                         std::span<const Segment> outline, std::span<const PathRecord> optima,
                         std::span<const BurstRecord> bursts = {});
  /// The queries of a stored world, in order.
  std::vector<QueryRecord> queries(std::int64_t world);

  bool has_build(std::int64_t world, std::int64_t method);
  /// Returns QueryRecord::number of each query of a world that a method has answered, ascending.
  std::vector<int> answered(std::int64_t world, std::int64_t method);
  /// Stores a trial. If the store already has a trial of this method on this world, adds the
  /// answers to that trial, and counts the builds as repeated builds. Precondition: the trial has
  /// one answer per query.
  void add_trial(std::int64_t world, std::int64_t method, std::span<const QueryRecord> queries,
                 const TrialRecord& trial);

  /// Stores the conditions under which a world was measured. Deletes an earlier refusal of this
  /// world.
  void add_measurement(std::int64_t world, const MeasurementRecord& measurement);

  /// Stores a refusal: the reason why a map could not be measured. Replaces an earlier refusal.
  void add_refusal(std::string_view world, std::string_view message);

  /// Counts of the builds and answers of a method that have the status error.
  struct Errors {
    std::int64_t builds = 0;
    std::int64_t answers = 0;
  };
  Errors errors_of(std::int64_t method);

  /// Stores the result of calibrate() on the core of this run, in nanoseconds.
  void note_calibration(std::int64_t ns);
  /// Marks the run as finished.
  void finish();
  /// Writes a copy of the store to a new file.
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
  StoreLock lock_;    // declared before the database, which must close first
  Database database_;
  std::int64_t run_ = 0;
};

}  // namespace fairway
