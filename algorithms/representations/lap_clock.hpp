#pragma once

#include <chrono>
#include <cstdint>

namespace fairway {

/// Measures the phases of a build or a query with a steady clock.
class LapClock {
 public:
  /// Returns the nanoseconds since the previous call; at the first call, since the construction.
  std::int64_t lap() {
    const auto now = std::chrono::steady_clock::now();
    const auto passed = now - last_;
    last_ = now;
    return std::chrono::duration_cast<std::chrono::nanoseconds>(passed).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace fairway
