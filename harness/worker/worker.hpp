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

/// A worker that cannot go on: it has ended, or was ended because it took too long or too much
/// memory, or because of what it said. `status` is one of kTimeout, kOutOfMemory, kCrashed, kError.
class WorkerFailure : public std::runtime_error {
 public:
  WorkerFailure(Status status, const std::string& what)
      : std::runtime_error(what), status_(status) {}
  Status status() const { return status_; }

 private:
  Status status_;
};

/// Thrown out of a worker that was waited for when the whole was stopped.
struct WorkInterrupted {};

/// What becomes known of a worker when it has built its method.
struct BuiltWorker {
  BuildReply reply;
  std::string program;  ///< name and version
  std::optional<double> clock_ns;
  std::optional<std::int64_t> resident_before;  ///< the world being loaded
  std::optional<std::int64_t> resident_after;
  std::optional<std::int64_t> peak_resident;  ///< while it built
};

/// One method on one world, somewhere else. Every function throws WorkerFailure; after that the
/// worker is of no use any more.
class Worker {
 public:
  virtual ~Worker() = default;

  /// Comes up, loads the world and builds the method.
  virtual BuiltWorker build() = 0;

  /// Asks queries and passes each reply with the query's index, in order, as they come. Fails where
  /// all replies together take longer than the limit for a query and `patience`. Precondition: it
  /// has built.
  using Receive = std::function<void(std::size_t, AnswerReply&)>;
  virtual void answer(std::span<const Query> queries, bool raw, std::chrono::nanoseconds patience,
                      const Receive& receive) = 0;

  /// Holds the worker until it is asked again, so that it takes nothing from those whose turn it
  /// is.
  virtual void rest() {}

  /// What an examination of the representation finds with these queries; nothing where the worker
  /// refuses. Waits for as long as building may take.
  virtual std::optional<Findings> inspect(std::span<const Query> queries) = 0;

  /// The picture of the representation; nothing where the worker draws none.
  virtual std::optional<DrawingRecord> draw(const DrawRequest& request) = 0;
};

/// Makes a worker for one method on one world; called again where one has failed.
using StartWorker = std::function<std::unique_ptr<Worker>()>;

}  // namespace fairway
