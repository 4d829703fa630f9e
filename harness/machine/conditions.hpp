#pragma once

#include <sched.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace fairway {

/// The number of cores that this process may use; 0 if the system does not tell.
int usable_cores();

/// Reserves a core for each job's measured processes: the last cores that this process may use. If
/// other cores are left, keeps the calling thread and those it starts off the reserved ones until
/// destroyed.
class ReservedCores {
 public:
  /// Precondition: `jobs` is 1, or at most usable_cores().
  explicit ReservedCores(std::size_t jobs = 1);
  ~ReservedCores();
  ReservedCores(const ReservedCores&) = delete;
  ReservedCores& operator=(const ReservedCores&) = delete;

  /// The core of a job; nothing if the system does not tell.
  std::optional<int> core(std::size_t job = 0) const {
    return job < cores_.size() ? std::optional(cores_[job]) : std::nullopt;
  }
  /// Binds the calling thread, which must be the job's, to the job's core if no core is left for
  /// the harness. So it does not disturb other jobs.
  void enter(std::size_t job) const;

 private:
  cpu_set_t before_;
  std::vector<int> cores_;
  bool kept_off_ = false;
};

/// Measures how busy other processes keep the machine.
class OthersMeter {
 public:
  OthersMeter();
  /// The mean number of cores that processes other than this one and its ended children kept busy
  /// since the meter was made; nothing if the system does not tell.
  std::optional<double> busy_cores() const;

 private:
  std::chrono::steady_clock::time_point begun_;
  std::optional<double> before_;  ///< seconds of processor time of others
};

/// Average number of runnable tasks in the last minute; nothing if the system does not tell.
std::optional<double> system_load();
/// The current frequency of a core; nothing if the system does not tell.
std::optional<double> core_megahertz(std::optional<int> core);

}  // namespace fairway
