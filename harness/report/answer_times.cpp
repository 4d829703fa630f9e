#include "harness/report/answer_times.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fairway {

std::array<std::uint8_t, kPhases> share_units(const std::array<std::int64_t, kPhases>& parts) {
  const double whole =
      static_cast<double>(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}));
  std::array<double, kPhases> remainders;
  std::array<std::uint8_t, kPhases> units;
  int rest = kShareUnits;
  for (std::size_t i = 0; i < kPhases; ++i) {
    const double exact = kShareUnits * (static_cast<double>(parts[i]) / whole);
    units[i] = static_cast<std::uint8_t>(exact);
    remainders[i] = exact - units[i];
    rest -= units[i];
  }
  for (; rest > 0; --rest) {
    const auto most = std::max_element(remainders.begin(), remainders.end());
    ++units[static_cast<std::size_t>(most - remainders.begin())];
    *most = -1;
  }
  return units;
}

AnswerTimes::AnswerTimes(std::size_t answers, std::size_t trials)
    : ns_(answers, std::numeric_limits<float>::quiet_NaN()), trials_(trials) {
  for (std::vector<std::uint8_t>& column : shares_) column.resize(answers, kShareUnits);
}

void AnswerTimes::add(std::size_t answer, std::size_t trial, const Repetition& repetition) {
  if (answer != answer_) finish();
  answer_ = answer;
  trial_ = trial;
  for (std::size_t i = 0; i < kPhases; ++i) sums_[i] += repetition.phases_ns[i];
  const std::int64_t ns = std::max<std::int64_t>(
      1,
      std::accumulate(repetition.phases_ns.begin(), repetition.phases_ns.end(), std::int64_t{0}));
  repetitions_.push_back(ns);
  TrialTimes& times = trials_[trial];
  ++times.timings;
  times.timed_ns += ns;
  times.interrupted += repetition.switches > 0;
  times.repeated += repetition.repeated;
}

void AnswerTimes::finish() {
  if (repetitions_.empty()) return;
  std::sort(repetitions_.begin(), repetitions_.end());
  const std::size_t count = repetitions_.size();
  const double median = (static_cast<double>(repetitions_[(count - 1) / 2]) +
                         static_cast<double>(repetitions_[count / 2])) /
                        2;
  ns_[answer_] = static_cast<float>(median);
  const double spread = median / static_cast<double>(repetitions_.front());
  TrialTimes& times = trials_[trial_];
  ++times.timed;
  times.spread += spread > kSpread;
  times.most_spread = std::max(times.most_spread, spread);
  if (std::any_of(sums_.begin(), sums_.end(), [](std::int64_t sum) { return sum > 0; })) {
    const auto units = share_units(sums_);
    for (std::size_t i = 1; i < kPhases; ++i) shares_[i - 1][answer_] = units[i];
  }
  repetitions_.clear();
  sums_ = {};
}

}  // namespace fairway
