#pragma once

#include <sched.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace fairway {

/// The number of cores that this process may use; 0 if unknown.
int usable_cores();

/// Reserves one core for the measured processes of each job. Takes the last cores that this process
/// may use. If other cores are left, binds the calling thread to them until destruction. Threads
/// that this thread starts meanwhile inherit the binding.
class ReservedCores {
 public:
  /// Precondition: `jobs` is 1, or at most usable_cores().
  explicit ReservedCores(std::size_t jobs = 1);
  ~ReservedCores();
  ReservedCores(const ReservedCores&) = delete;
  ReservedCores& operator=(const ReservedCores&) = delete;

  /// The core of a job; nothing if unknown.
  std::optional<int> core(std::size_t job = 0) const {
    return job < cores_.size() ? std::optional(cores_[job]) : std::nullopt;
  }
  /// If no core is left for the harness, binds the calling thread to the core of its job, so that
  /// it does not disturb other jobs. Precondition: the calling thread is the thread of the job.
  void enter(std::size_t job) const;

 private:
  cpu_set_t before_;
  std::vector<int> cores_;
  bool kept_off_ = false;
};

/// Measures the load by other processes.
class OthersMeter {
 public:
  OthersMeter();
  /// The mean number of cores that other processes have kept busy since construction; nothing if
  /// unknown. This process and its ended children do not count as other processes.
  std::optional<double> busy_cores() const;

 private:
  std::chrono::steady_clock::time_point begun_;
  std::optional<double> before_;  ///< CPU seconds of other processes at construction
};

/// Mean number of runnable tasks in the last minute; nothing if unknown.
std::optional<double> system_load();
/// The current frequency of a core in MHz; nothing if unknown.
std::optional<double> core_megahertz(std::optional<int> core);

}  // namespace fairway
