#include "harness/sweep/ratio_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "datasets/generators/random.hpp"
#include "tests/harness/log_sample.hpp"

namespace fairway {
namespace {

TEST(RatioIntervalTest, IntervalHoldsTheTruthNineteenTimesInTwenty) {
  Random random(5);
  int held = 0;
  constexpr int kTrials = 2000;
  for (int i = 0; i < kTrials; ++i) {
    const RatioInterval interval =
        ratio_interval(test::log_sample(std::log(1.1), 0.05, 12, random));
    held += interval.low <= 1.1 && 1.1 <= interval.high;
  }
  EXPECT_NEAR(static_cast<double>(held) / kTrials, 0.95, 0.015);
}

TEST(RatioIntervalTest, IntervalOfKnownNumbers) {
  // The mean is 0, the standard error is 1 / sqrt(3), and Student's t for 2 degrees of freedom at
  // 97.5 % is 4.302653.
  const RatioInterval interval = ratio_interval(std::vector<double>{-1, 0, 1});
  EXPECT_DOUBLE_EQ(interval.ratio, 1);
  EXPECT_NEAR(std::log(interval.high), 4.302652730 / std::sqrt(3.0), 1e-8);
  EXPECT_NEAR(std::log(interval.low), -std::log(interval.high), 1e-12);
}

}  // namespace
}  // namespace fairway
