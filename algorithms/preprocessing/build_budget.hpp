#pragma once

#include <chrono>
#include <cstddef>

namespace fairway {

/// The limits of a build: memory of the index, and time. A build that exceeds a limit throws an
/// exception, so that no incomplete index exists.
class BuildBudget {
 public:
  /// Starts the clock of the time limit.
  BuildBudget(double index_mib, double seconds);

  /// Throws MemoryLimitExceeded if an index of `bytes` bytes exceeds the limit.
  void check_bytes(std::size_t bytes) const;
  /// Throws TimeLimitExceeded if the time limit has passed since construction. Reads a clock.
  void check_time() const;

 private:
  double index_mib_;
  double seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace fairway
