#include "algorithms/reference/path_judge.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fairway {
namespace {

/// A square of side 10 with a hole of 4 x 4.5. From (1, 5) to (9, 5), the shortest path goes below
/// the hole. The shortest path above the hole is longer.
FreeSpace square_with_hole() {
  return FreeSpace::from_polygons({{{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true},
                                    {{{3, 3}, {7, 3}, {7, 7.5}, {3, 7.5}}, false}},
                                   {}});
}

constexpr Point kStart{1, 5};
constexpr Point kGoal{9, 5};
const double kBelow = 2 * std::hypot(2, 2) + 4;
const double kAbove = 2 * std::hypot(2, 2.5) + 4;

Judgement judged(const Path& path) {
  const FreeSpace space = square_with_hole();
  const PathJudge judge(space);
  PathJudge::Scratch scratch;
  const Judgement result = judge.judge(kStart, kGoal, path, scratch);
  EXPECT_DOUBLE_EQ(result.optimum, kBelow);
  return result;
}

TEST(PathJudge, OneScratchServesSeveralWorlds) {
  const FreeSpace large = square_with_hole();
  const FreeSpace small =
      FreeSpace::from_polygons({{{{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, true}}, {}});
  const PathJudge of_large(large);
  const PathJudge of_small(small);
  PathJudge::Scratch scratch;
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(of_large.judge(kStart, kGoal, {}, scratch).optimum, kBelow);
    EXPECT_DOUBLE_EQ(of_small.judge(kStart, kGoal, {}, scratch).optimum, 8);
  }
}

TEST(PathJudge, AnOptimalPathHasNoGap) {
  const Judgement result = judged({kStart, {3, 3}, {7, 3}, kGoal});
  EXPECT_TRUE(result.legal);
  EXPECT_STREQ(result.cause, "none");
  EXPECT_DOUBLE_EQ(result.length, kBelow);
  EXPECT_NEAR(result.gap, 0, kGapRounding);
}

TEST(PathJudge, APathOnTheWrongSideOfTheHoleHasACorridorGap) {
  const Judgement result = judged({kStart, {3, 7.5}, {7, 7.5}, kGoal});
  EXPECT_STREQ(result.cause, "corridor");
  EXPECT_DOUBLE_EQ(result.gap, kAbove / kBelow - 1);
  EXPECT_DOUBLE_EQ(result.corridor_gap, result.gap);
  EXPECT_NEAR(result.slack, 0, kGapRounding);
}

TEST(PathJudge, ADetourInTheRightCorridorIsSlack) {
  const Judgement result = judged({kStart, {3, 1}, {7, 1}, kGoal});
  EXPECT_STREQ(result.cause, "slack");
  EXPECT_NEAR(result.corridor_gap, 0, kGapRounding);
  EXPECT_DOUBLE_EQ(result.slack, (2 * std::hypot(2, 4) + 4) / kBelow - 1);
}

TEST(PathJudge, IllegalPathsHaveAReason) {
  const Judgement through = judged({kStart, {2, 5}, kGoal});
  EXPECT_FALSE(through.legal);
  EXPECT_STREQ(through.cause, "walls");
  EXPECT_EQ(through.segment, 1);
  EXPECT_FALSE(through.reason.empty());
  EXPECT_TRUE(std::isnan(through.gap));
  const Judgement elsewhere = judged({kStart, {2, 5}});
  EXPECT_FALSE(elsewhere.legal);
  EXPECT_STREQ(elsewhere.cause, "ends");
  const Judgement nothing = judged({});
  EXPECT_FALSE(nothing.legal);
  EXPECT_STREQ(nothing.cause, "no path");
  EXPECT_TRUE(std::isnan(nothing.length));
}

}  // namespace
}  // namespace fairway
