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

/// The result of an A/A test: how much slower the second copy of a method is than the first.
struct SelfTestResult {
  Verdict verdict = Verdict::kTooNoisy;
  RatioInterval first;         ///< of the first series of starts
  RatioInterval confirmation;  ///< of the second series; empty unless the first found a difference
  double median_query_ns = 0;
  double clock_ns = 0;  ///< cost of reading the clock in a worker
};

struct SelfTestSettings {
  Method method;
  double slow = 0;      ///< per cent by which the second copy is slowed down
  double seconds = 20;  ///< limit for each of the two series
  std::uint64_t seed = 1;
};

/// The widest interval, as a ratio to either side, that can rule out a difference of 10 %.
inline constexpr double kTooWide = 1.05;
/// A series ends once its interval is this narrow.
inline constexpr double kNarrowEnough = 1.01;
inline constexpr std::size_t kLeastStarts = 12;

/// Whether a series of starts may end: its interval is narrow enough, or time is out.
bool series_may_end(std::span<const double> logarithms, bool out_of_time);

/// The verdict of two series. A difference counts only if both find it on the same side.
Verdict verdict_of(const RatioInterval& first, const RatioInterval& confirmation);

/// The A/A test: measures one method twice under two names, as a sweep does, and looks for a
/// difference, of which there can be none.
///
/// The memory layout at its start makes a process faster or slower for all its life. So each start
/// of the two processes is one observation: the mean over queries of the logarithm of the ratio of
/// their median times. A difference is found if it is significant at the 5 % level and a second
/// series of starts confirms it. `tell` receives messages about progress.
SelfTestResult run_self_test(const SelfTestSettings& settings,
                             const std::function<void(const std::string&)>& tell);

}  // namespace fairway
