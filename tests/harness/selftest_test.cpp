#include "harness/sweep/selftest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "datasets/generators/random.hpp"
#include "tests/harness/log_sample.hpp"
#include "tests/harness/program.hpp"

namespace fairway {
namespace {

TEST(SelfTestTest, DifferenceCountsOnlyWhereItIsConfirmedOnTheSameSide) {
  const RatioInterval none{};
  const RatioInterval slower{1.02, 1.01, 1.03, 12};
  const RatioInterval faster{0.98, 0.97, 0.99, 12};
  const RatioInterval level{1.0, 0.99, 1.01, 12};
  EXPECT_EQ(verdict_of(level, none), Verdict::kNoDifference);
  EXPECT_EQ(verdict_of(slower, level), Verdict::kNoDifference);
  EXPECT_EQ(verdict_of(slower, faster), Verdict::kNoDifference);
  EXPECT_EQ(verdict_of(slower, slower), Verdict::kDifference);
  EXPECT_EQ(verdict_of(faster, faster), Verdict::kDifference);
}

TEST(SelfTestTest, WideIntervalOrTooFewStartsAreNoVerdict) {
  EXPECT_EQ(verdict_of({1.0, 0.9, 1.1, 30}, {}), Verdict::kTooNoisy);
  EXPECT_EQ(verdict_of({1.5, 1.2, 1.9, 30}, {1.5, 1.2, 1.9, 30}), Verdict::kTooNoisy);
  EXPECT_EQ(verdict_of({1.0, 0.99, 1.01, kLeastStarts - 1}, {}), Verdict::kTooNoisy);
}

TEST(SelfTestTest, SeriesEndsWhenNarrowOrOutOfTime) {
  Random random(7);
  const std::vector<double> tight = test::log_sample(0, 0.005, kLeastStarts, random);
  EXPECT_TRUE(series_may_end(tight, false));
  EXPECT_FALSE(series_may_end(std::span(tight).first(kLeastStarts - 1), false));
  EXPECT_FALSE(series_may_end(test::log_sample(0, 0.2, 20, random), false));
  EXPECT_TRUE(series_may_end(std::span(tight).first(2), true));
  EXPECT_FALSE(series_may_end(std::span(tight).first(1), true));
}

TEST(SelfTestTest, CopyAtHalfSpeedIsFound) {
  const test::Outcome outcome = test::run({"selftest", "--slow", "100", "--seconds", "8"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, testing::HasSubstr("second copy against first"));
  EXPECT_THAT(outcome.out, testing::HasSubstr("failed:"));
}

}  // namespace
}  // namespace fairway
