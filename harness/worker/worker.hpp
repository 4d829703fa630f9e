#pragma once

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

/// A worker that cannot go on: it ended, or was ended for taking too long, taking too much memory,
/// or violating the protocol. `status` is kTimeout, kOutOfMemory, kCrashed or kError.
class WorkerFailure : public std::runtime_error {
 public:
  WorkerFailure(Status status, const std::string& what)
      : std::runtime_error(what), status_(status) {}
  Status status() const { return status_; }

 private:
  Status status_;
};

/// Thrown while waiting for a worker if the sweep is interrupted.
struct WorkInterrupted {};

/// The facts about a worker that has built its method.
struct BuiltWorker {
  BuildReply reply;
  std::string program;  ///< name and version
  std::optional<double> clock_ns;
  std::string sandbox;                          ///< that the worker runs in, or empty
  std::optional<std::int64_t> resident_before;  ///< once the world is loaded
  std::optional<std::int64_t> resident_after;
  std::optional<std::int64_t> peak_resident;  ///< during the build
};

/// One method on one world, in another place. Every function throws WorkerFailure; the worker
/// cannot be used afterwards.
class Worker {
 public:
  virtual ~Worker() = default;

  /// Starts the worker, loads the world and builds the method.
  virtual BuiltWorker build() = 0;

  /// Asks queries and passes each reply with the query's index, in order, as it arrives. Fails if
  /// all replies together take longer than a query's time limit plus `patience`. Precondition: the
  /// worker has built.
  using Receive = std::function<void(std::size_t, AnswerReply&)>;
  virtual void answer(std::span<const Query> queries, bool raw, std::chrono::nanoseconds patience,
                      const Receive& receive) = 0;

  /// Asks queries one by one, each with a time limit of its own, and passes each reply on as it
  /// arrives, with its raw path. The worker may go on with the next query meanwhile.
  virtual void answer_each(std::span<const Query> queries, const Receive& receive) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      answer(queries.subspan(i, 1), true, {},
             [&](std::size_t, AnswerReply& reply) { receive(i, reply); });
    }
  }

  /// Like answer(), for queries that were answered before: a reply may have the hash of its path
  /// instead of the path.
  virtual void answer_again(std::span<const Query> queries, std::chrono::nanoseconds patience,
                            const Receive& receive) {
    answer(queries, false, patience, receive);
  }

  /// Has the worker follow a burst. Nothing if it cannot.
  /// Its time limit is that of a build. Precondition: the worker was started for a world that
  /// changes, and has built.
  virtual std::optional<FollowCosts> apply_burst(const Burst& burst, bool facts) {
    static_cast<void>(burst);
    static_cast<void>(facts);
    return std::nullopt;
  }

  /// Stops the worker until it is asked again, so that it does not disturb the worker being timed.
  virtual void pause() {}

  /// The findings of an examination of the representation with these queries; nothing if the worker
  /// refuses. Its time limit is that of a build.
  virtual std::optional<Findings> inspect(std::span<const Query> queries) = 0;

  /// The picture of the representation; nothing if the worker offers none.
  virtual std::optional<DrawingRecord> draw(const DrawRequest& request) = 0;
};

/// Makes a worker for one method on one world. It is called again after a failure.
using StartWorker = std::function<std::unique_ptr<Worker>()>;

}  // namespace fairway
