#pragma once

#include <set>
#include <string>

#include "algorithms/methods/method.hpp"
#include "harness/worker/conversation.hpp"
#include "harness/worker/process_worker.hpp"

namespace fairway {

/// A worker of this program that has loaded a world and forks a new process per method. The new
/// process inherits the world and the parts of the free space (SpacePart) that its method uses. All
/// functions throw WorkerFailure.
class ForkServer {
 public:
  /// Starts the process and loads the world.
  ForkServer(const WorkerSettings& settings, const WorkerWorld& world);

  /// Forks a worker for a method; see MakeChild.
  pid_t fork(const Method& method, int input, int output, int errors);
  /// Whether a worker was forked for a method of this name.
  bool has_forked(const std::string& name) const { return forked_.contains(name); }
  const LoadedWorker& loaded() const { return loaded_; }

 private:
  const WorkerSettings& settings_;
  Conversation conversation_;
  LoadedWorker loaded_;
  std::set<std::string> forked_;
};

}  // namespace fairway
