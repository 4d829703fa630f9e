#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "algorithms/representations/representation.hpp"

namespace fairway {

/// Times the phases of a build, one after the other, by a steady clock.
class PhaseClock {
 public:
  /// Ends the phase that began with the clock or with the last call.
  void end_phase(std::string_view name, std::vector<BuildPhase>& phases) {
    const auto now = std::chrono::steady_clock::now();
    phases.push_back(
        {name, std::chrono::duration_cast<std::chrono::nanoseconds>(now - begin_).count()});
    begin_ = now;
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace fairway
