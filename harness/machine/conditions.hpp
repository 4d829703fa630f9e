#pragma once

#include <sched.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace fairway {

/// The cores that this process may use; 0 where the system does not tell.
int usable_cores();

/// Cores for what is measured, one a job: the last that this process may use. Keeps this thread,
/// and those that it starts, off them until it is destroyed, where other cores are left.
class ReservedCores {
 public:
  /// Precondition: `jobs` is 1, or at most usable_cores().
  explicit ReservedCores(std::size_t jobs = 1);
  ~ReservedCores();
  ReservedCores(const ReservedCores&) = delete;
  ReservedCores& operator=(const ReservedCores&) = delete;

  /// The core of a job; nothing where the system does not tell.
  std::optional<int> core(std::size_t job = 0) const {
    return job < cores_.size() ? std::optional(cores_[job]) : std::nullopt;
  }
  /// Binds the calling thread, which is the job's, to the job's core where none is left for the
  /// harness, so that it takes nothing from the other jobs.
  void enter(std::size_t job) const;

 private:
  cpu_set_t before_;
  std::vector<int> cores_;
  bool kept_off_ = false;
};

/// Average number of runnable tasks in the last minute; nothing where the system does not tell.
std::optional<double> system_load();
/// The present frequency of a core; nothing where the system does not tell.
std::optional<double> core_megahertz(std::optional<int> core);

}  // namespace fairway
