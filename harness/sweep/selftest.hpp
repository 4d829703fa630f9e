#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "harness/store/ratio_interval.hpp"

namespace fairway {

enum class Verdict : std::uint8_t { kNoDifference, kDifference, kTooNoisy };

/// What an A/A test finds: how much slower the second copy of a method is than the first.
struct SelfTestResult {
  Verdict verdict = Verdict::kTooNoisy;
  RatioInterval first;         ///< of the first series of starts
  RatioInterval confirmation;  ///< of the second, where the first found a difference; else empty
  double median_query_ns = 0;
  double clock_ns = 0;  ///< what reading the clock costs in a worker
};

struct SelfTestSettings {
  Method method;
  double slow = 0;      ///< per cent by which the second copy is slowed
  double seconds = 20;  ///< for each of the two series, at most
  std::uint64_t seed = 1;
};

/// An interval wider than this, as a ratio to either side, could hide a difference of 10 %.
inline constexpr double kTooWide = 1.05;
/// No more starts are made once the interval is this narrow.
inline constexpr double kNarrowEnough = 1.01;
inline constexpr std::size_t kLeastStarts = 12;

/// Whether a series of starts may end: narrow enough, or out of time.
bool series_may_end(std::span<const double> logarithms, bool out_of_time);

/// What two series say. A difference counts only where both find it, on the same side.
Verdict verdict_of(const RatioInterval& first, const RatioInterval& confirmation);

/// The A/A test: measures one method twice under two names, as a sweep measures methods, and looks
/// for a difference that cannot be there.
///
/// Each start of the two processes is one observation (the mean over queries of the logarithm of
/// the ratio of their median times), because what a process finds in memory when it starts makes
/// it faster or slower for all its life. A difference is one at the 5 % level that a second series
/// of starts confirms. `tell` hears how far it is.
SelfTestResult run_self_test(const SelfTestSettings& settings,
                             const std::function<void(const std::string&)>& tell);

}  // namespace fairway
