#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/judging/judged_world.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/kept_workers.hpp"
#include "harness/sweep/ledger.hpp"
#include "harness/worker/worker.hpp"

namespace fairway {

/// A method of a measurement.
struct TurnsMethod {
  StartWorker start;                       ///< starts a worker in the world before all bursts
  std::optional<DrawRequest> drawing;      ///< request for a picture, if wanted
  bool recorded = false;                   ///< whether answers come from a store and are not timed
  StartWorker start_now = {};              ///< starts a worker in the current world, if it changes
  std::optional<PartRecord> erosion = {};  ///< costs of the erosion, for an eroded world
  /// Radius of every query, for a worker that loads the map before erosion. It is 0 for a worker
  /// that loads the eroded world.
  double radius = 0;
  /// Name of the world that counts the build, if one build serves several worlds. Empty if this
  /// world counts the build.
  std::string counted_in = {};
  /// Storage for a worker that serves several radii; may be null. If the storage holds a worker,
  /// the trial uses this worker and does not build. At the end, the trial stores its worker here.
  KeptWorker* kept = nullptr;
};

/// The queries and settings that all methods of a world share.
struct TurnsTask {
  std::span<QueryRecord> queries;  ///< queries, ascending by the number of earlier bursts
  int repetitions = 1;
  int builds = 1;          ///< builds of each method
  std::uint64_t seed = 0;  ///< seed of the order of methods
  PathsKept paths = PathsKept::kNone;
};

/// The number of queries in a batch. A method answers a batch before another method runs.
inline constexpr std::size_t kBatch = 25;
/// A worker is not restarted after this number of failures in a row.
inline constexpr int kMostFailuresInARow = 3;

/// A worker is not restarted after this number of failures in total. This limits the time of a
/// method that takes minutes to build.
inline constexpr int kMostFailures = 50;

/// A method is not built again if all its builds on a world would take longer than this, in
/// nanoseconds.
inline constexpr std::int64_t kLongestBuilds = 1'000'000'000;

/// Callbacks between requests. If `stop` returns true, the measurement ends. `report` receives the
/// current activity and, after the first round, the expected seconds of the remaining measurements.
struct TurnsWatch {
  std::function<bool()> stop = [] { return false; };
  std::function<void(const std::string&, std::optional<double>)> report =
      [](const std::string&, std::optional<double>) {};
};

/// Measures methods on one world under equal conditions.
/// - Each method builds in a worker, which answers all queries. In `builds - 1` further rounds,
///   methods build in a random order, each in a new worker that ends after the build. A method with
///   a kept worker does not build: the kept worker answers, and the record has its build.
/// - In the first round each method answers all queries one by one. This warms it up, and each path
///   is judged. In `repetitions` timed rounds, the methods take turns in a random order for each
///   batch of queries. Before a batch the worker answers the preceding query untimed, because other
///   processes have filled the caches. All other workers are suspended meanwhile.
/// - The worker reports its times. A reported time above the waiting time is rejected.
/// - If the worker reports an interruption during a query, the query is asked again at once, after
///   the preceding query. The new time replaces the old one. A query is repeated at most
///   `repetitions` times.
/// - If a worker fails, the failing query gets the status of the failure, and the worker is
///   restarted. After a failed batch, its queries are asked one by one to find the failing query,
///   then as a batch without it. After kMostFailuresInARow failures without an answer in between,
///   or kMostFailures in total, the worker is not restarted.
/// - In a changing world, the methods apply each burst, one method after another in a random order.
///   Then the queries before the next burst are solved, asked and timed. A worker that cannot apply
///   bursts is replaced by a new worker in the current world.
/// - If the path of a method differs between repetitions, the query gets the status error.
/// Returns one record per method, or nothing if `stop` returned true. Charges the activities start,
/// build, change, reference, first round, judge, timed, messages and draw. Throws InputError for an
/// invalid burst.
std::optional<std::vector<TrialRecord>> measure_in_turns(const TurnsTask& task,
                                                         std::span<const TurnsMethod> methods,
                                                         JudgedWorld& world, Ledger& ledger,
                                                         const TurnsWatch& watch);

/// Overload for a static world.
inline std::optional<std::vector<TrialRecord>> measure_in_turns(
    const TurnsTask& task, std::span<const TurnsMethod> methods, Judge& judge, Ledger& ledger,
    const TurnsWatch& watch) {
  StaticWorld world(judge);
  return measure_in_turns(task, methods, world, ledger, watch);
}

}  // namespace fairway
