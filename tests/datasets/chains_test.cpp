#include "datasets/formats/chains.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairway::test {
namespace {

using testing::ElementsAre;

TEST(Chains, EqualEndsAreJoinedInEitherDirection) {
  ChainReport report;
  const auto chains = join_chains(
      {{{0, 0}, {4, 0}}, {{4, 3}, {4, 0}}, {{4, 3}, {0, 3}}, {{0, 0}, {0, 3}}}, 0, report);
  ASSERT_EQ(chains.size(), 1U);
  EXPECT_TRUE(chains[0].closed);
  EXPECT_THAT(chains[0].points, ElementsAre(Point{0, 0}, Point{4, 0}, Point{4, 3}, Point{0, 3}));
  EXPECT_EQ(report.joined, 4U);
  EXPECT_EQ(report.gaps, 0U);
}

TEST(Chains, AnOpenChainBeginsAtAnEnd) {
  ChainReport report;
  const auto chains = join_chains({{{4, 0}, {4, 3}}, {{0, 0}, {2, 1}, {4, 0}}}, 0, report);
  ASSERT_EQ(chains.size(), 1U);
  EXPECT_FALSE(chains[0].closed);
  EXPECT_THAT(chains[0].points, ElementsAre(Point{4, 3}, Point{4, 0}, Point{2, 1}, Point{0, 0}));
}

TEST(Chains, ALineWhoseEndsAreEqualIsClosed) {
  ChainReport report;
  const auto chains = join_chains({{{0, 0}, {4, 0}, {4, 3}, {0, 0}}}, 0, report);
  ASSERT_EQ(chains.size(), 1U);
  EXPECT_TRUE(chains[0].closed);
  EXPECT_THAT(chains[0].points, ElementsAre(Point{0, 0}, Point{4, 0}, Point{4, 3}));
}

TEST(Chains, WhereThreeEndsMeetNothingIsJoined) {
  ChainReport report;
  const auto chains =
      join_chains({{{0, 0}, {1, 1}}, {{2, 0}, {1, 1}}, {{1, 5}, {1, 1}}}, 0, report);
  EXPECT_EQ(chains.size(), 3U);
  EXPECT_EQ(report.junctions, 1U);
}

TEST(Chains, AGapBecomesAnEdgeAndMovesNoPoint) {
  ChainReport report;
  const std::vector<Ring> lines{{{0, 0}, {4, 0}}, {{4, 0.25}, {4, 3}}, {{4, 3}, {0, 0}}};
  EXPECT_FALSE(join_chains(lines, 0.2, report).at(0).closed);
  const auto chains = join_chains(lines, 0.25, report);
  ASSERT_EQ(chains.size(), 1U);
  EXPECT_TRUE(chains[0].closed);
  EXPECT_THAT(chains[0].points, ElementsAre(Point{0, 0}, Point{4, 0}, Point{4, 0.25}, Point{4, 3}));
  EXPECT_EQ(report.gaps, 1U);
  EXPECT_EQ(report.longest_gap, 0.25);
}

TEST(Chains, TheNearestEndsAreJoinedFirst) {
  ChainReport report;
  const auto chains =
      join_chains({{{0, 0}, {10, 0}}, {{10.75, 0}, {20, 0}}, {{10.5, 0}, {15, 9}}}, 1, report);
  // 10.5 and 10.75 are nearest; 10 then finds nothing.
  ASSERT_EQ(chains.size(), 2U);
  EXPECT_THAT(chains[0].points, ElementsAre(Point{0, 0}, Point{10, 0}));
  EXPECT_EQ(report.gaps, 1U);
}

TEST(Chains, AShortLineDoesNotCloseByItself) {
  ChainReport report;
  const auto chains = join_chains({{{0, 0}, {0.5, 0}}}, 1, report);
  ASSERT_EQ(chains.size(), 1U);
  EXPECT_FALSE(chains[0].closed);
}

TEST(Chains, TooManyPairsAreRefused) {
  std::vector<Ring> lines;
  for (int i = 0; i < 2000; ++i) lines.push_back({{0, 1.0 * i}, {1, 1.0 * i}, {2, 3.0 * i}});
  ChainReport report;
  EXPECT_THROW(join_chains(lines, 1e9, report), std::length_error);
}

}  // namespace
}  // namespace fairway::test
