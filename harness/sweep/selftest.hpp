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

/// The result of an A/A test: ratios of the times of the second copy of a method to the first.
struct SelfTestResult {
  Verdict verdict = Verdict::kTooNoisy;
  RatioInterval first;         ///< first series of starts
  RatioInterval confirmation;  ///< second series; empty unless the first found a difference
  double median_query_ns = 0;
  double clock_ns = 0;  ///< time of one clock reading in a worker
};

struct SelfTestSettings {
  Method method;
  double slow = 0;      ///< percentage by which the second copy is slowed
  double seconds = 20;  ///< time limit of each series
  std::uint64_t seed = 1;
};

/// The verdict is kTooNoisy if the upper end of the interval / its ratio exceeds this bound: the
/// interval could then hide a difference of 10 %.
inline constexpr double kTooWide = 1.05;
/// A series ends when its interval is this narrow.
inline constexpr double kNarrowEnough = 1.01;
inline constexpr std::size_t kLeastStarts = 12;

/// Whether a series of starts may end: the interval is narrow enough, or the time is over.
bool series_may_end(std::span<const double> logarithms, bool out_of_time);

/// The verdict of two series. A difference counts only if both series find it on the same side.
Verdict verdict_of(const RatioInterval& first, const RatioInterval& confirmation);

/// The A/A test: measures one method twice under two names, as a sweep does. A correct measurement
/// finds no difference.
/// The memory layout at its start makes a process faster or slower for all its life. Each start of
/// the two processes is therefore one observation: the mean over queries of the logarithm of the
/// ratio of their median times. A difference counts if it is significant at the 5 % level and a
/// second series of starts confirms it. `report` receives progress messages.
SelfTestResult run_self_test(const SelfTestSettings& settings,
                             const std::function<void(const std::string&)>& report);

}  // namespace fairway
