#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "harness/sweep/ratio_interval.hpp"

namespace fairway {

enum class Verdict : std::uint8_t { kNoDifference, kDifference, kTooNoisy };

/// The result of an A/A test, which measures a method twice under two names. Ratios are times of
/// the second copy / times of the first copy.
struct SelfTestResult {
  Verdict verdict = Verdict::kTooNoisy;
  RatioInterval first;         ///< ratio in the first series of process starts
  RatioInterval confirmation;  ///< ratio in a second series; empty if the first finds no difference
  double median_query_ns = 0;
  double clock_ns = 0;  ///< time of one clock reading in a worker
};

struct SelfTestSettings {
  Method method;
  double slow = 0;      ///< percentage by which the second copy is slowed
  double seconds = 20;  ///< time limit of each series
  std::uint64_t seed = 1;
};

/// Limit of (upper end of the interval) / (ratio). The verdict is kTooNoisy above this limit,
/// because the interval could then hide a difference of 10 %.
inline constexpr double kTooWide = 1.05;
/// A series ends when (upper end of the interval) / (ratio) is below this limit.
inline constexpr double kNarrowEnough = 1.01;
inline constexpr std::size_t kLeastStarts = 12;

/// Whether a series of starts may end: the interval is narrow enough, or the time is over.
bool series_may_end(std::span<const double> logarithms, bool out_of_time);

/// The verdict of two series. A difference counts only if both series find the same copy slower.
Verdict verdict_of(const RatioInterval& first, const RatioInterval& confirmation);

/// The A/A test: measures one method twice under two names, as a sweep does. A correct measurement
/// finds no difference.
/// Each start gives a process another memory layout, which makes it faster or slower until it ends.
/// So each start of the two processes is one observation. Each query gives the ratio of the median
/// times of the two processes. The observation is the mean logarithm of these ratios. A difference
/// counts if it is significant at the 5 % level and a second series of starts confirms it. `report`
/// receives progress messages.
SelfTestResult run_self_test(const SelfTestSettings& settings,
                             const std::function<void(const std::string&)>& report);

}  // namespace fairway
