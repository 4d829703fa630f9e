#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "harness/worker/conversation.hpp"
#include "harness/worker/sandbox.hpp"
#include "harness/worker/shared_text.hpp"
#include "harness/worker/worker.hpp"

namespace fairway {

class ForkServer;

/// Settings that all workers of a sweep share.
struct WorkerSettings {
  std::vector<std::string> built_in;  ///< command of the worker with the built-in methods
  std::filesystem::path folder;       ///< working folder for commands of a sweep
  std::optional<Sandbox> sandbox;     ///< sandbox for other programs
  std::optional<int> core;
  std::chrono::milliseconds timeout{10'000};  ///< time limit of a query
  std::chrono::milliseconds build_timeout{
      600'000};                              ///< time limit for each of start, load and build
  std::optional<std::int64_t> memory_limit;  ///< memory limit of a worker in bytes
  std::function<bool()> stop;  ///< called while waiting for a worker; true ends the wait
};

/// The command that starts this program as a worker.
std::vector<std::string> own_worker();

/// Start settings of a process that runs a command and reads the world.
ChildStart child_start(const WorkerSettings& settings, const std::vector<std::string>& command,
                       const SharedText& world);

/// A worker in its own process: the harness side of docs/worker-protocol.md.
class ProcessWorker final : public Worker {
 public:
  /// Starts the process. `changes` states whether the world will change. For `frame`, see
  /// LoadRequest::frame. Keeps references to the other arguments.
  ProcessWorker(const WorkerSettings& settings, const Method& method, const SharedText& world,
                bool changes = false, std::optional<Box> frame = {});
  /// Forks the process from a fork server. Keeps references to the settings and the method.
  /// Precondition: the method is built in.
  ProcessWorker(const WorkerSettings& settings, const Method& method, ForkServer& fork_server);

  BuiltWorker build() override;
  void answer(std::span<const Query> queries, bool raw, std::chrono::nanoseconds patience,
              const Receive& receive) override;
  void answer_each(std::span<const Query> queries, const Receive& receive) override;
  void answer_again(std::span<const Query> queries, std::chrono::nanoseconds patience,
                    const Receive& receive) override;
  std::optional<FollowCosts> apply_burst(const Burst& burst, bool facts) override;
  void pause() override { conversation_.pause(); }
  pid_t process_id() const override { return conversation_.process().id(); }
  std::optional<Findings> inspect(std::span<const Query> queries) override;
  std::optional<DrawingRecord> draw(const DrawRequest& request) override;

 private:
  /// Throws WorkerFailure if a query has a radius, but the worker speaks a version of the protocol
  /// without radii.
  void expect_radii(std::span<const Query> queries);
  void answer(const AnswerRequest& request, std::chrono::nanoseconds patience,
              const Receive& receive);

  const WorkerSettings& settings_;
  const Method& method_;
  std::optional<WorkerWorld> world_;    ///< world to load; no value for a forked worker
  std::optional<LoadedWorker> loaded_;  ///< report of the worker after the load
  Conversation conversation_;
  AnswerReply reply_;
};

}  // namespace fairway
