#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/judging/judged_world.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/ledger.hpp"
#include "harness/worker/worker.hpp"

namespace fairway {

/// One of the methods that are measured on a world.
struct TurnsMethod {
  StartWorker start;                       ///< in the world before all bursts
  std::optional<DrawRequest> drawing;      ///< present if a picture is wanted
  bool recorded = false;                   ///< its answers are recorded: nothing of it is timed
  StartWorker start_now = {};              ///< of a world that changes: in the world as it is
  std::optional<PartRecord> erosion = {};  ///< of an eroded world, which the worker gets eroded
};

/// The queries that every method of a world is asked, and how.
struct TurnsTask {
  std::span<QueryRecord> queries;  ///< by the bursts before them, ascending
  int repetitions = 1;
  int builds = 1;          ///< times that each method is built
  std::uint64_t seed = 0;  ///< of the order in which methods take turns
  PathsKept paths = PathsKept::kNone;
};

/// The number of queries that a method answers in one turn.
inline constexpr std::size_t kBatch = 25;
/// The worker of a method is not started again after this many failures in a row.
inline constexpr int kMostFailuresInARow = 3;

/// Nor is it started again after this many failures in all. This limits the time lost to a method
/// that takes minutes to build.
inline constexpr int kMostFailures = 50;

/// A method is not built again if its builds on a world would take longer than this together.
inline constexpr std::int64_t kLongestBuilds = 1'000'000'000;

/// Called between requests. `stop` returns whether to drop everything; `tell` receives what is
/// being done and, once every method has answered, the seconds that the turns to come take.
struct TurnsWatch {
  std::function<bool()> stop = [] { return false; };
  std::function<void(const std::string&, std::optional<double>)> tell =
      [](const std::string&, std::optional<double>) {};
};

/// Measures methods on one world under equal conditions.
///
/// - Each method builds. In `builds - 1` rounds the methods build again, in a random order, each in
///   a worker started for it and ended afterwards. The first build is the one that answers.
/// - Each method answers all queries one by one. This warms it up, and each path is
///   judged. Then come `repetitions` rounds over all queries in batches: for each batch the methods
///   take turns in a random order. Before a batch the worker answers the preceding query untimed,
///   so that no query pays for the caches that other processes have filled. All other workers are
///   stopped meanwhile.
/// - Times are those that the worker reports. A report above the time waited is refused.
/// - If the worker reports that it was interrupted during a query, the query is asked again at
///   once, after the preceding query as before, and the new time takes the place of the old one. A
///   query is asked again at most `repetitions` times in all.
/// - If a worker fails, the query at which it failed gets the failure's status, and the worker is
///   started again. A batch with a failure is asked again query by query to find that query, then
///   once more without it. After kMostFailuresInARow failures without an answer in between, or
///   kMostFailures in all, the worker is not started again.
/// - If the world changes, the methods follow each burst in a random order. The queries up to the
///   next one are then solved, asked and timed as above. A worker that follows no changes is ended,
///   and another one builds in the world as it is.
/// - If a method's path differs between repetitions, the query's status is an error.
///
/// Returns a record for each method, or nothing if `stop` asked to end. The time is charged to the
/// activities start, build, change, reference, first round, judge, timed, messages and draw. Throws
/// InputError for a burst that the world does not allow.
std::optional<std::vector<TrialRecord>> measure_in_turns(const TurnsTask& task,
                                                         std::span<const TurnsMethod> methods,
                                                         JudgedWorld& world, Ledger& ledger,
                                                         const TurnsWatch& watch);

/// In a world that stays.
inline std::optional<std::vector<TrialRecord>> measure_in_turns(
    const TurnsTask& task, std::span<const TurnsMethod> methods, Judge& judge, Ledger& ledger,
    const TurnsWatch& watch) {
  StillWorld world(judge);
  return measure_in_turns(task, methods, world, ledger, watch);
}

}  // namespace fairway
