#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "harness/machine/machine.hpp"
#include "harness/records/records.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store_lock.hpp"

namespace fairway {

/// A result store that cannot take the run it is asked to: another schema, seed or plan, or a world
/// or method that has changed under its name.
class StoreMismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The SQLite file of a sweep: created, or continued. What has been stored stays, also where the
/// machine loses power; each of the add_ functions is one transaction. While it is open there is a
/// write-ahead log beside the file, so that it can be read meanwhile; closed it is one plain file.
/// Threads may share it.
class ResultStore {
 public:
  /// Throws DatabaseError where the file cannot be opened or is no database, StoreUnavailable where
  /// it must not or cannot be written, StoreMismatch where it holds another schema or a run with
  /// another plan.
  ResultStore(const std::filesystem::path& file, const RunRecord& run, const Machine& machine);
  ~ResultStore();
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;

  /// The id of a method by its name; added where it is new. Throws StoreMismatch where the store
  /// has another method of that name.
  std::int64_t method(const Method& method);

  /// The id of a world that is stored already. Throws StoreMismatch where its file has changed.
  std::optional<std::int64_t> find_world(std::string_view name, std::string_view sha256);
  /// Gives each of the queries its id.
  std::int64_t add_world(const WorldRecord& world, std::span<QueryRecord> queries,
                         std::span<const Segment> outline, std::span<const PathRecord> optima);
  /// The queries of a stored world, in order.
  std::vector<QueryRecord> queries(std::int64_t world);
  /// Those of them whose paths are kept for pictures: indices into queries().
  std::vector<std::size_t> drawn_queries(std::int64_t world, std::span<const QueryRecord> queries);

  bool has_trial(std::int64_t world, std::int64_t method);
  /// Stores a finished trial. Precondition: one answer a query.
  void add_trial(std::int64_t world, std::int64_t method, std::span<const QueryRecord> queries,
                 const TrialRecord& trial);

  /// Stores how this run measured the methods of a world.
  void add_measurement(std::int64_t world, const MeasurementRecord& measurement);

  /// Marks the run as finished.
  void finish();

 private:
  void open_schema(const std::filesystem::path& file);
  void check_plan(const std::filesystem::path& file, const RunRecord& run);
  void add_build(std::int64_t world, std::int64_t method, const BuildRecord& build);
  void add_answer(std::int64_t method, const QueryRecord& query, const AnswerRecord& answer);
  void add_path(std::int64_t query, std::optional<std::int64_t> method, const PathRecord& path);

  std::mutex mutex_;  ///< of every public function
  StoreLock lock_;    // before the database, which must be closed first
  Database database_;
  std::int64_t run_ = 0;
};

/// The settings of a run that its plan covers, of a row of the table run.
RunRecord run_settings(const Statement& row);

/// Those settings in words.
std::string describe(const RunRecord& run);

/// The version of the schema that this program writes and reads.
int result_schema_version();

/// Throws StoreMismatch where a database, attached as `name`, has another schema version.
void check_schema_version(Database& database, const std::filesystem::path& file,
                          std::string_view name = "main");

}  // namespace fairway
