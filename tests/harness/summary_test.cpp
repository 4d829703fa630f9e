#include "harness/store/summary.hpp"

#include <gmock/gmock.h>

namespace fairway::test {
namespace {

using testing::HasSubstr;

// That a gap is never below zero: the length of a path and its optimum are rounded apart.
TEST(Summary, ShowsNoNegativeZero) {
  MethodSummary summary;
  summary.mean_gap = -1e-16;
  summary.median_gap = -0.0;
  EXPECT_THAT(summary_table({summary}), HasSubstr("     0.000 %     0.000 %"));
  EXPECT_EQ(percent(-0.0000049, 3), "0.000 %");
  EXPECT_EQ(percent(-0.0000051, 3), "-0.001 %");
  EXPECT_EQ(percent(0.01234, 1), "1.2 %");
}

}  // namespace
}  // namespace fairway::test
