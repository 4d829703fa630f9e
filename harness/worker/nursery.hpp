#pragma once

#include <set>
#include <string>

#include "algorithms/methods/method.hpp"
#include "harness/worker/conversation.hpp"
#include "harness/worker/process_worker.hpp"

namespace fairway {

/// A worker of this program that has loaded a world and forks for each method. A forked worker is
/// a process of its own: the world and the parts of it that its method uses are made, nothing else.
/// All functions throw WorkerFailure.
class Nursery {
 public:
  /// Starts the process and loads the world.
  Nursery(const WorkerSettings& settings, const WorkerWorld& world);

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
