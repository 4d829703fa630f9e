#include "harness/sweep/forecast.hpp"

#include <gtest/gtest.h>

namespace fairway {
namespace {

using std::chrono::seconds;

class ForecastTest : public testing::Test {
 protected:
  static Forecast::Clock::time_point at(int second) {
    return Forecast::Clock::time_point() + seconds(second);
  }
};

TEST_F(ForecastTest, TellsNothingBeforeAWorldTells) {
  Forecast forecast({1, 1}, 1);
  EXPECT_FALSE(forecast.seconds_left(at(0)));
  forecast.begin(0, at(0));
  EXPECT_FALSE(forecast.seconds_left(at(50)));
}

// Regression: the forecast counted finished trials. All trials of a map end at the same time, so
// the predicted remaining time jumped between an hour and minutes.
TEST_F(ForecastTest, IsSteadyOverWorldsOfEqualWeight) {
  Forecast forecast({1, 1, 1}, 1);
  for (int world = 0; world < 3; ++world) {
    const int begun = 100 * world;
    forecast.begin(static_cast<std::size_t>(world), at(begun));
    if (world > 0) {
      EXPECT_NEAR(*forecast.seconds_left(at(begun + 10)), 290 - begun, 1e-9);
    }
    forecast.report_time_left(static_cast<std::size_t>(world), 60, at(begun + 40));
    EXPECT_NEAR(*forecast.seconds_left(at(begun + 40)), 260 - begun, 1e-9);
    EXPECT_NEAR(*forecast.seconds_left(at(begun + 90)), 210 - begun, 1e-9);
    forecast.finish(static_cast<std::size_t>(world), at(begun + 100));
  }
  EXPECT_EQ(forecast.seconds_left(at(300)), 0);
}

TEST_F(ForecastTest, WeighsWorldsLeavesOutSkippedOnesAndSharesAmongJobs) {
  Forecast forecast({1, 3, 100, 1}, 2);
  forecast.skip(2);
  forecast.begin(0, at(0));
  forecast.finish(0, at(10));
  EXPECT_NEAR(*forecast.seconds_left(at(10)), (30 + 10) / 2.0, 1e-9);
  forecast.begin(1, at(10));
  forecast.finish(1, at(40));
  EXPECT_NEAR(*forecast.seconds_left(at(40)), 10, 1e-9);  // one world remains for two jobs
}

// Regression: the predicted remaining time was negative if a world took longer than expected.
TEST_F(ForecastTest, AWorldOverdueTakesNoTimeMore) {
  Forecast forecast({1, 1}, 1);
  forecast.begin(0, at(0));
  forecast.finish(0, at(10));
  forecast.begin(1, at(10));
  EXPECT_EQ(forecast.seconds_left(at(100)), 0);
}

}  // namespace
}  // namespace fairway
