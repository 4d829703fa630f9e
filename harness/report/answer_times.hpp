#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fairway {

/// The phases of a query, in the order of their columns in the store.
inline constexpr std::size_t kPhases = 5;
/// Shares of phases are stored as multiples of one over this.
inline constexpr int kShareUnits = 255;

/// One repetition of a query.
struct Repetition {
  std::array<std::int64_t, kPhases> phases_ns{};
  std::int64_t switches = 0;  ///< of the process; 0 where the system does not tell
  std::int64_t repeated = 0;  ///< how often it was measured again
};

/// What all repetitions of a method on a world say of its conditions.
struct TrialTimes {
  std::int64_t timings = 0;
  std::int64_t timed_ns = 0;
  std::int64_t interrupted = 0;  ///< timings with switches
  std::int64_t repeated = 0;
  std::int64_t timed = 0;   ///< answers with timings
  std::int64_t spread = 0;  ///< of these, whose median is more than kSpread times the least
  double most_spread = 0;   ///< the greatest of those ratios
};

/// Shares of a whole in units of 1 / kShareUnits that sum to kShareUnits: each is rounded down,
/// then those with the largest remainders up, the first of equal ones. The sum of `parts` is above
/// 0.
std::array<std::uint8_t, kPhases> share_units(const std::array<std::int64_t, kPhases>& parts);

/// The times of answers, from repetitions that come answer by answer.
class AnswerTimes {
 public:
  /// Repetitions spread where their median is so many times their least.
  static constexpr double kSpread = 1.5;

  AnswerTimes(std::size_t answers, std::size_t trials);

  /// Adds a repetition of the answer at a place, of a trial. All of an answer come in a row.
  void add(std::size_t answer, std::size_t trial, const Repetition& repetition);
  /// After the last repetition.
  void finish();

  /// Of each answer the median over repetitions, in nanoseconds; NaN without one. What the clock
  /// did not tell from nothing counts as 1 ns.
  const std::vector<float>& ns() const { return ns_; }
  /// Of each phase but the first, of each answer: its share in the times of all repetitions, in
  /// units of 1 / kShareUnits; the first phase has the rest. All are kShareUnits where there is no
  /// time.
  const std::array<std::vector<std::uint8_t>, kPhases - 1>& shares() const { return shares_; }
  const std::vector<TrialTimes>& trials() const { return trials_; }

 private:
  std::vector<float> ns_;
  std::array<std::vector<std::uint8_t>, kPhases - 1> shares_;
  std::vector<TrialTimes> trials_;
  std::size_t answer_ = 0;  ///< of the repetitions below
  std::size_t trial_ = 0;
  std::vector<std::int64_t> repetitions_;
  std::array<std::int64_t, kPhases> sums_{};
};

}  // namespace fairway
