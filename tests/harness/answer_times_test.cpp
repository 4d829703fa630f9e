#include "harness/report/answer_times.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace fairway {
namespace {

TEST(AnswerTimes, SharesSumToAllUnitsAndTheLargestRemaindersAreRoundedUp) {
  EXPECT_EQ(share_units({0, 0, 7, 0, 0}), (std::array<std::uint8_t, kPhases>{0, 0, 255, 0, 0}));
  EXPECT_EQ(share_units({1, 1, 1, 1, 1}), (std::array<std::uint8_t, kPhases>{51, 51, 51, 51, 51}));
  // 255 / 2 has the remainder 0.5 twice: the first is rounded up.
  EXPECT_EQ(share_units({3, 0, 3, 0, 0}), (std::array<std::uint8_t, kPhases>{128, 0, 127, 0, 0}));
  for (std::int64_t a = 1; a < 2000; a += 37) {
    const std::array<std::int64_t, kPhases> parts{a, a * a % 101, 5, 3 * a % 77, 1'000'000'007 % a};
    const auto units = share_units(parts);
    const double whole = static_cast<double>(std::accumulate(parts.begin(), parts.end(), 0LL));
    EXPECT_EQ(std::accumulate(units.begin(), units.end(), 0), kShareUnits);
    for (std::size_t i = 0; i < kPhases; ++i)
      EXPECT_LT(std::abs(units[i] - kShareUnits * static_cast<double>(parts[i]) / whole), 1) << a;
  }
}

TEST(AnswerTimes, MediansSharesAndConditionsAreOfAllRepetitions) {
  AnswerTimes times(3, 2);
  times.add(0, 0, {{10, 0, 90, 0, 0}, 0, 0});
  times.add(0, 0, {{0, 0, 300, 0, 0}, 2, 1});
  times.add(0, 0, {{0, 0, 200, 0, 0}, 0, 0});
  times.add(2, 1, {{0, 0, 0, 0, 0}, 0, 0});
  times.finish();
  EXPECT_EQ(times.ns()[0], 200);
  EXPECT_TRUE(std::isnan(times.ns()[1]));
  EXPECT_EQ(times.ns()[2], 1);                   // what the clock did not tell from nothing
  EXPECT_EQ(times.shares()[1][0], 251);          // 590 of 600: 250.75 units
  EXPECT_EQ(times.shares()[0][2], kShareUnits);  // no share of nothing
  EXPECT_EQ(times.shares()[3][1], kShareUnits);
  const TrialTimes& first = times.trials()[0];
  EXPECT_EQ(first.timings, 3);
  EXPECT_EQ(first.timed_ns, 600);
  EXPECT_EQ(first.interrupted, 1);
  EXPECT_EQ(first.repeated, 1);
  EXPECT_EQ(first.timed, 1);
  EXPECT_EQ(first.spread, 1);
  EXPECT_EQ(first.most_spread, 2);
  EXPECT_EQ(times.trials()[1].spread, 0);
}

}  // namespace
}  // namespace fairway
