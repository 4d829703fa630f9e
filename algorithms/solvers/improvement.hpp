#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairway {

/// A path that a query has found while it goes on to look for a shorter one.
struct Improvement {
  std::int64_t ns = 0;  ///< nanoseconds since the query began
  double length = 0;
};

/// The most improvements of a query that are kept.
inline constexpr std::size_t kMostImprovements = 10'000;

/// Relative difference up to which two lengths are of one path, summed in another order.
inline constexpr double kLengthRounding = 1e-9;

/// Adds an improvement, if it is shorter than the last one by more than rounding. It replaces the
/// last one if it is not later, or if there are kMostImprovements: times ascend and lengths descend
/// in any case. O(1), amortised.
inline void note(std::vector<Improvement>& noted, Improvement next) {
  if (!noted.empty()) {
    const Improvement last = noted.back();
    if (!(next.length < last.length * (1 - kLengthRounding))) return;
    if (next.ns <= last.ns) next.ns = last.ns;
    if (next.ns == last.ns || noted.size() == kMostImprovements) noted.pop_back();
  }
  noted.push_back(next);
}

}  // namespace fairway
