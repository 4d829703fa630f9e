#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairway {

/// A path that a query found before it continued to look for a shorter path.
struct Improvement {
  std::int64_t ns = 0;  ///< nanoseconds since the query began
  double length = 0;    ///< length of the path
};

/// Maximum number of improvements stored for a query.
inline constexpr std::size_t kMostImprovements = 10'000;

/// Relative rounding error of a length. Two lengths with a smaller relative difference may belong
/// to the same path.
inline constexpr double kLengthRounding = 1e-9;

/// Adds `next` at the end of the list if it is shorter than the last improvement by more than
/// kLengthRounding. Replaces the last improvement instead if `next` is not later, or if the list
/// has kMostImprovements entries. So times ascend and lengths descend. O(1) amortised.
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
