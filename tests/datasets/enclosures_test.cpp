#include "datasets/enclosures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace fairway::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Segments = std::vector<Polygons::Segment>;

/// Returns segments as sorted pairs of points.
std::vector<std::array<Point, 2>> pairs_of(const Segments& segments) {
  std::vector<std::array<Point, 2>> pairs;
  for (const auto& [a, b] : segments) pairs.push_back({std::min(a, b), std::max(a, b)});
  std::ranges::sort(pairs);
  return pairs;
}

double area_of(const Ring& ring) {
  double twice = 0;
  for (std::size_t i = 2; i < ring.size(); ++i) twice += twice_area(ring[0], ring[i - 1], ring[i]);
  return std::abs(twice) / 2;
}

const Segments kSquare{{{0, 0}, {4, 0}}, {{4, 4}, {4, 0}}, {{0, 4}, {4, 4}}, {{0, 4}, {0, 0}}};

TEST(Enclosures, LinesInAnyOrderAndDirectionMakeAnOutline) {
  const Enclosures enclosures = enclose(kSquare);
  ASSERT_EQ(enclosures.outlines.size(), 1U);
  EXPECT_THAT(enclosures.outlines[0],
              UnorderedElementsAre(Point{0, 0}, Point{4, 0}, Point{4, 4}, Point{0, 4}));
  EXPECT_THAT(enclosures.open, IsEmpty());
}

TEST(Enclosures, WithoutOneLineNothingIsEnclosed) {
  const Enclosures enclosures = enclose(std::span(kSquare).first(3));
  EXPECT_THAT(enclosures.outlines, IsEmpty());
  EXPECT_EQ(enclosures.open.size(), 3U);
}

TEST(Enclosures, LinesThatReachBeyondTheCornersEncloseWhatIsBetween) {
  const Enclosures enclosures =
      enclose(Segments{{{-1, 0}, {5, 0}}, {{4, -1}, {4, 5}}, {{5, 4}, {-1, 4}}, {{0, 5}, {0, -1}}});
  ASSERT_EQ(enclosures.outlines.size(), 1U);
  EXPECT_THAT(enclosures.outlines[0],
              UnorderedElementsAre(Point{0, 0}, Point{4, 0}, Point{4, 4}, Point{0, 4}));
  EXPECT_EQ(enclosures.open.size(), 8U);
  EXPECT_EQ(enclosures.meetings, 4U);
}

TEST(Enclosures, InnerLinesAreWithinTheOutline) {
  Segments lines = kSquare;
  lines.push_back({{2, 0}, {2, 4}});
  lines.push_back({{3, 1}, {3, 3}});
  const Enclosures enclosures = enclose(lines);
  ASSERT_EQ(enclosures.outlines.size(), 1U);
  EXPECT_EQ(area_of(enclosures.outlines[0]), 16);
  EXPECT_THAT(pairs_of(enclosures.open), ElementsAre(std::array{Point{3, 1}, Point{3, 3}}));
}

TEST(Enclosures, LoopsThatMeetAtAPointOrByALineAreApart) {
  Segments lines = kSquare;
  for (const Point by : {Point{4, 4}, Point{20, 0}}) {
    for (const auto& [a, b] : kSquare) lines.push_back({a + by, b + by});
  }
  lines.push_back({{8, 4}, {20, 4}});
  const Enclosures enclosures = enclose(lines);
  ASSERT_EQ(enclosures.outlines.size(), 3U);
  for (const Ring& outline : enclosures.outlines) EXPECT_EQ(area_of(outline), 16);
  EXPECT_THAT(pairs_of(enclosures.open), ElementsAre(std::array{Point{8, 4}, Point{20, 4}}));
}

TEST(Enclosures, RepeatedAndOverlappingLinesCountOnce) {
  Segments lines = kSquare;
  lines.push_back({{4, 0}, {0, 0}});
  lines.push_back({{1, 0}, {3, 0}});
  lines.push_back({{2, 4}, {2, 4}});
  const Enclosures enclosures = enclose(lines);
  ASSERT_EQ(enclosures.outlines.size(), 1U);
  EXPECT_EQ(area_of(enclosures.outlines[0]), 16);
  EXPECT_THAT(enclosures.open, IsEmpty());
  EXPECT_EQ(enclosures.repeated, 2U);
}

TEST(Gaps, LeadFromAnOpenEndToTheNearestEnd) {
  const std::vector<Ring> lines{{{0, 0}, {4, 0}}, {{4, 0.25}, {4, 3}}, {{4, 3}, {0, 0}}};
  EXPECT_THAT(gaps_between(lines, 0.2), IsEmpty());
  EXPECT_THAT(pairs_of(gaps_between(lines, 0.25)),
              ElementsAre(std::array{Point{4, 0}, Point{4, 0.25}}));
}

TEST(Gaps, ThreeEndsThatAreNearAreAllJoined) {
  const std::vector<Ring> lines{{{0, 0}, {10, 0}}, {{10.5, 0}, {20, 9}}, {{10.25, 0}, {15, 9}}};
  EXPECT_THAT(pairs_of(gaps_between(lines, 1)),
              ElementsAre(std::array{Point{10, 0}, Point{10.25, 0}},
                          std::array{Point{10.25, 0}, Point{10.5, 0}}));
}

TEST(Gaps, AnOpenEndMayLeadToAPlaceWhereLinesMeet) {
  const std::vector<Ring> lines{{{0, 0}, {4, 0}}, {{4, 0}, {4, 4}}, {{4.5, 0}, {9, 0}}};
  EXPECT_THAT(pairs_of(gaps_between(lines, 1)),
              ElementsAre(std::array{Point{4, 0}, Point{4.5, 0}}));
}

TEST(Gaps, AShortLineDoesNotCloseByItself) {
  EXPECT_THAT(gaps_between(std::vector<Ring>{{{0, 0}, {0.5, 0}}}, 1), IsEmpty());
  EXPECT_EQ(gaps_between(std::vector<Ring>{{{0, 0}, {3, 3}, {0.5, 0}}}, 1).size(), 1U);
}

TEST(Gaps, AClosedLineHasNoOpenEnd) {
  EXPECT_THAT(
      gaps_between(std::vector<Ring>{{{0, 0}, {3, 3}, {0.5, 0}, {0, 0}}, {{0, 9}, {9, 9}}}, 5),
      IsEmpty());
}

}  // namespace
}  // namespace fairway::test
