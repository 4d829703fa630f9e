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

class Nursery;

/// Settings that all workers of a sweep share.
struct WorkerSettings {
  std::vector<std::string> built_in;  ///< the program that runs this build's methods
  std::filesystem::path folder;       ///< working folder of a sweep's commands
  std::optional<Sandbox> sandbox;     ///< of other programs
  std::optional<int> core;
  std::chrono::milliseconds timeout{10'000};  ///< limit for a query
  std::chrono::milliseconds build_timeout{
      600'000};                              ///< limit for each of starting, loading and building
  std::optional<std::int64_t> memory_limit;  ///< bytes
  std::function<bool()> stop;  ///< asked while waiting for a worker: whether to stop waiting
};

/// This program as a worker.
std::vector<std::string> own_worker();

/// How a process that runs a command and reads the world starts.
ChildStart child_start(const WorkerSettings& settings, const std::vector<std::string>& command,
                       const SharedText& world);

/// A worker in its own process: the harness's side of docs/worker-protocol.md.
class ProcessWorker final : public Worker {
 public:
  /// Starts the process. Keeps references to all arguments but the last two: `changes` says whether
  /// the world will change, `frame` holds an eroded world that will.
  ProcessWorker(const WorkerSettings& settings, const Method& method, const SharedText& world,
                bool changes = false, std::optional<Box> frame = {});
  /// Forks the process in a nursery. Keeps references to the settings and the method.
  /// Precondition: the method is not foreign.
  ProcessWorker(const WorkerSettings& settings, const Method& method, Nursery& nursery);

  BuiltWorker build() override;
  void answer(std::span<const Query> queries, bool raw, std::chrono::nanoseconds patience,
              const Receive& receive) override;
  void answer_each(std::span<const Query> queries, const Receive& receive) override;
  void answer_again(std::span<const Query> queries, std::chrono::nanoseconds patience,
                    const Receive& receive) override;
  std::optional<FollowCosts> apply_burst(const Burst& burst, bool facts) override;
  void pause() override { conversation_.pause(); }
  std::optional<Findings> inspect(std::span<const Query> queries) override;
  std::optional<DrawingRecord> draw(const DrawRequest& request) override;

 private:
  void answer(const AnswerRequest& request, std::chrono::nanoseconds patience,
              const Receive& receive);

  const WorkerSettings& settings_;
  const Method& method_;
  std::optional<WorkerWorld> world_;    ///< to be loaded
  std::optional<LoadedWorker> loaded_;  ///< once it is loaded
  Conversation conversation_;
  AnswerReply reply_;
};

}  // namespace fairway
