#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "harness/worker/child_process.hpp"
#include "harness/worker/sandbox.hpp"
#include "harness/worker/shared_text.hpp"
#include "harness/worker/worker.hpp"

namespace fairway {

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

/// A worker in its own process: the harness's side of docs/worker-protocol.md.
class ProcessWorker final : public Worker {
 public:
  /// Starts the process. Keeps references to all arguments but the last two: `changes` says whether
  /// the world will change, `frame` holds an eroded world that will.
  ProcessWorker(const WorkerSettings& settings, const Method& method, const SharedText& world,
                bool changes = false, std::optional<Box> frame = {});

  BuiltWorker build() override;
  void answer(std::span<const Query> queries, bool raw, std::chrono::nanoseconds patience,
              const Receive& receive) override;
  std::optional<ChangeReply> change(const Burst& burst, bool facts) override;
  void rest() override;
  std::optional<Findings> inspect(std::span<const Query> queries) override;
  std::optional<DrawingRecord> draw(const DrawRequest& request) override;

 private:
  ChildProcess::Clock::time_point within(std::chrono::nanoseconds time) const;
  void write(const Request& request, ChildProcess::Clock::time_point deadline);
  template <class Parse>
  auto ask(const Request& request, ChildProcess::Clock::time_point deadline, Parse&& parse);
  /// Like ask(), but a refusal is not a failure.
  template <class Parse>
  auto ask_for_more(const Request& request, ChildProcess::Clock::time_point deadline,
                    Parse&& parse);
  template <class Parse>
  auto next_reply(ChildProcess::Clock::time_point deadline, Parse&& parse);

  const WorkerSettings& settings_;
  const Method& method_;
  const SharedText& world_;
  /// Whether the worker is told of the world's changes, once it has said hello.
  bool follows() const {
    return protocol_ >= (frame_ ? kBorderProtocolVersion : kChangeProtocolVersion);
  }

  bool changes_;
  std::optional<Box> frame_;
  int protocol_ = kOldestProtocolVersion;  ///< that the process speaks
  ChildProcess process_;
  bool resting_ = false;
  AnswerReply reply_;
};

}  // namespace fairway
