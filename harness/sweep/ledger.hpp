#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/representations/lap_clock.hpp"

namespace fairway {

/// Assigns wall time to activities. Every nanosecond since construction is charged to one activity,
/// so the entries sum to the wall time.
class Ledger {
 public:
  /// Charges the time since the last charge to an activity. Returns this time in nanoseconds.
  std::int64_t charge(std::string_view activity) {
    const std::int64_t ns = clock_.lap();
    entry(activity) += ns;
    return ns;
  }
  /// Moves `ns` nanoseconds from one activity to another, or all time of `from` if it has less.
  void transfer(std::string_view from, std::string_view to, std::int64_t ns) {
    ns = std::min(ns, entry(from));
    entry(from) -= ns;
    entry(to) += ns;
  }

  /// Nanoseconds charged to an activity.
  std::int64_t charged(std::string_view activity) const {
    const auto at = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const auto& entry) { return entry.first == activity; });
    return at == entries_.end() ? 0 : at->second;
  }
  /// Activities and nanoseconds, in the order of first charge.
  const std::vector<std::pair<std::string, std::int64_t>>& entries() const { return entries_; }

 private:
  std::int64_t& entry(std::string_view activity) {
    for (auto& [name, ns] : entries_) {
      if (name == activity) return ns;
    }
    return entries_.emplace_back(activity, 0).second;
  }

  LapClock clock_;
  std::vector<std::pair<std::string, std::int64_t>> entries_;
};

}  // namespace fairway
