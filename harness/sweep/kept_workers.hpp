#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/worker/worker.hpp"

namespace fairway {

/// A worker with a method that serves any radius, kept for the next radius of its map.
struct KeptWorker {
  std::unique_ptr<Worker> worker;  ///< the worker; null before the build and while it is measured
  BuiltWorker built;               ///< report of the worker's build
};

/// The workers that a job keeps while it measures the radii of one map.
class KeptWorkers {
 public:
  /// Ends the workers of other maps. Call it before each world.
  void begin_map(const std::string& map) {
    if (map != map_) workers_.clear();
    map_ = map;
  }
  /// The entry of a method, empty at first. The reference is valid until another map begins.
  KeptWorker& of(const std::string& method) { return workers_[method]; }
  /// The ids of the processes of all workers that no measurement uses.
  std::vector<pid_t> processes() const {
    std::vector<pid_t> processes;
    for (const auto& [method, kept] : workers_) {
      if (kept.worker) processes.push_back(kept.worker->process_id());
    }
    return processes;
  }

 private:
  std::string map_;
  std::map<std::string, KeptWorker> workers_;
};

}  // namespace fairway
