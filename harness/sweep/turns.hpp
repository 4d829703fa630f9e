#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/judging/judge.hpp"
#include "harness/records/records.hpp"
#include "harness/sweep/ledger.hpp"
#include "harness/worker/worker.hpp"

namespace fairway {

/// One method on the world that is measured.
struct TurnsMethod {
  StartWorker start;
  std::optional<DrawRequest> drawing;  ///< where its picture is wanted
};

/// What every method of a world is asked, and how.
struct TurnsTask {
  std::span<const QueryRecord> queries;
  int repetitions = 1;
  std::uint64_t seed = 0;              ///< of the order in which methods take turns
  std::span<const std::size_t> drawn;  ///< queries whose paths are kept
};

/// A batch is what a method answers before it is another's turn: so many queries.
inline constexpr std::size_t kBatch = 25;
/// A method's process that has failed so often in a row is not started again.
inline constexpr int kMostFailuresInARow = 3;

/// Nor is one that has failed so often in all: a method that builds for minutes must not do it
/// again and again.
inline constexpr int kMostFailures = 50;

/// Called between requests. `stop` drops everything; `tell` is told what is being done.
struct TurnsWatch {
  std::function<bool()> stop = [] { return false; };
  std::function<void(const std::string&)> tell = [](const std::string&) {};
};

/// Measures methods on one world, fairly:
///
/// - Each builds; then each answers all queries one by one, which warms it up, and each path is
///   judged. Then come `repetitions` rounds over all queries in batches: for each batch the methods
///   take turns in an order drawn at random. The query before a batch is asked first and not timed,
///   so that no query pays for what others left in the caches. All other workers are stopped.
/// - Times are those that the workers report; a report of more than was waited is refused.
/// - A worker that fails costs the query that it failed at, which gets the failure's status, and is
///   started again. A batch in which one fails is asked again query by query to find that query,
///   and then without it. After kMostFailuresInARow without an answer in between, or kMostFailures
///   in all, it is left alone.
/// - A method whose path differs between repetitions has an error for that query.
///
/// Returns a record for each method, or nothing where `stop` said so. The time it takes is charged
/// to: start, build, first round, judge, timed, messages, draw.
std::optional<std::vector<TrialRecord>> measure_in_turns(const TurnsTask& task,
                                                         std::span<const TurnsMethod> methods,
                                                         Judge& judge, Ledger& ledger,
                                                         const TurnsWatch& watch);

}  // namespace fairway
