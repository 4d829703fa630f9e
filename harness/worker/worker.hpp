#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "algorithms/methods/planner.hpp"
#include "harness/records/records.hpp"
#include "harness/worker/protocol.hpp"

namespace fairway {

/// Thrown if a worker ended, or was ended because it exceeded its time or memory or violated the
/// protocol. status() is kTimeout, kOutOfMemory, kCrashed or kError.
class WorkerFailure : public std::runtime_error {
 public:
  WorkerFailure(Status status, const std::string& what)
      : std::runtime_error(what), status_(status) {}
  Status status() const { return status_; }

 private:
  Status status_;
};

/// Thrown by waits for a worker if the sweep is interrupted.
struct WorkInterrupted {};

/// The facts about a worker that has built its method.
struct BuiltWorker {
  BuildReply reply;
  std::string program;  ///< name and version of the program
  std::optional<double> clock_ns;
  std::string sandbox;                          ///< name of the sandbox; empty without a sandbox
  std::optional<std::int64_t> resident_before;  ///< resident bytes after loading the world
  std::optional<std::int64_t> resident_after;
  std::optional<std::int64_t> peak_resident;  ///< peak of the resident bytes during the build
};

/// One method on one world, in a process or elsewhere. Every function may throw WorkerFailure.
/// After that, the worker cannot be used.
class Worker {
 public:
  virtual ~Worker() = default;

  /// Starts the worker, loads the world and builds the method.
  virtual BuiltWorker build() = 0;

  /// Asks queries. Calls `receive` with the index of a query and its reply when the reply arrives,
  /// in the order of the queries. Throws WorkerFailure if all replies together take longer than the
  /// time limit of one query plus `patience`. Precondition: the worker has built its method.
  using Receive = std::function<void(std::size_t, AnswerReply&)>;
  virtual void answer(std::span<const Query> queries, bool raw, std::chrono::nanoseconds patience,
                      const Receive& receive) = 0;

  /// Asks queries one by one, each with its own time limit. Calls `receive` with each reply and its
  /// raw path when the reply arrives. The worker may answer the next query meanwhile.
  virtual void answer_each(std::span<const Query> queries, const Receive& receive) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      answer(queries.subspan(i, 1), true, {},
             [&](std::size_t, AnswerReply& reply) { receive(i, reply); });
    }
  }

  /// Like answer(), for queries that were answered before: a reply may contain the hash of its path
  /// instead of the path.
  virtual void answer_again(std::span<const Query> queries, std::chrono::nanoseconds patience,
                            const Receive& receive) {
    answer(queries, false, patience, receive);
  }

  /// Lets the worker apply a burst. `facts` asks for the size of the index after the burst. Returns
  /// nothing if the worker cannot apply bursts. The time limit is the limit of a build.
  /// Precondition: the worker was started for a changing world, and has built its method.
  virtual std::optional<FollowCosts> apply_burst(const Burst& burst, bool facts) {
    static_cast<void>(burst);
    static_cast<void>(facts);
    return std::nullopt;
  }

  /// Suspends the worker until the next request, so that it does not disturb timed workers.
  virtual void pause() {}

  /// The id of the worker's process, or -1 if it has none.
  virtual pid_t process_id() const { return -1; }

  /// The findings of an inspection of the representation with these queries; nothing if the worker
  /// refuses. The time limit is the limit of a build.
  virtual std::optional<Findings> inspect(std::span<const Query> queries) = 0;

  /// The picture of the representation; nothing if the worker has none.
  virtual std::optional<DrawingRecord> draw(const DrawRequest& request) = 0;
};

/// Starts a worker for one method on one world. Called again after a failure.
using StartWorker = std::function<std::unique_ptr<Worker>()>;

}  // namespace fairway
