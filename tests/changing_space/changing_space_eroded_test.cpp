#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/same_space.hpp"

namespace fairway::test {
namespace {

using testing::HasSubstr;

std::optional<FreeSpace> eroded_if_room(const FreeSpace& space, double radius) {
  try {
    return eroded(space, radius);
  } catch (const InvalidWorld&) {
    return std::nullopt;  // no free space is left
  }
}

TEST(ChangingSpace, EqualsARebuildInErodedWorldsAfterRandomBursts) {
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 60));
  int followed = 0;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random, number);
    const double radius =
        std::vector{0.1, 0.25, 0.5, 0.7}[static_cast<std::size_t>(number / 2 % 4)];
    std::optional<FreeSpace> before = eroded_if_room(world.first(), radius);
    if (!before) continue;
    const Box frame = world.space().box();
    ChangingSpace changing(*before, frame);
    if (number % 3 > 0) changing.space().make(PartSet::all());
    for (int b = 0; b < 30; ++b) {
      if (!world.next_burst(random)) continue;
      const std::optional<FreeSpace> now = eroded_if_room(world.rebuilt(), radius);
      if (!now) continue;
      const Border border(*now);
      changing.change(Border(*before).burst_to(border));
      before = now;
      ++followed;
      expect_same(changing.space(), at_moment(*now, border, frame), random);
      if (HasFatalFailure()) FAIL() << "world " << number << " burst " << b;
    }
  }
  EXPECT_GT(followed, 6 * worlds);
}

/// The gap between two obstacles has width 1. An agent of radius 0.6 does not pass it.
TEST(ChangingSpace, AnObstacleNearAnotherClosesAGapInAnErodedWorld) {
  const FreeSpace first =
      FreeSpace::from_polygons({{{{{0, 0}, {20, 0}, {20, 6}, {0, 6}}, true},
                                 {{{8, 0}, {8, 2.5}, {9, 2.5}, {9, 0}}, false}}});
  const auto moment = [&](std::vector<Obstacle> there) { return at_moment(first, there); };
  const Obstacle above{1, {{8, 3.5}, {9, 3.5}, {9, 6}, {8, 6}}};
  const FreeSpace open = eroded(moment({}), 0.6);
  const FreeSpace closed = eroded(moment({above}), 0.6);
  ChangingSpace changing(open, first.box());
  EXPECT_EQ(changing.space().component_count(), 1);
  const Burst comes = Border(open).burst_to(Border(closed));
  changing.change(comes);
  EXPECT_EQ(changing.space().component_count(), 2);
  changing.change({{}, {}, {}, comes.border_come, comes.border_gone});
  EXPECT_EQ(changing.space().component_count(), 1);
  EXPECT_EQ(changing.space().content_hash(), open.content_hash());
}

/// Walls far from a change must stay the same to the last bit. Otherwise each change would replace
/// all walls.
TEST(ChangingSpace, ErosionMovesNoWallFarFromAChange) {
  std::mt19937 random(3);
  const auto below = [&](int end) {
    return static_cast<double>(random() % static_cast<unsigned>(end));
  };
  Polygons polygons{{{{{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}}, true}}};
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 20; ++x) {
      const Point p{50.0 * x + 3 + below(7) / 3, 50.0 * y + 3 + below(7) / 7};
      polygons.parts.push_back({{p, p + Point{3, 31 + below(9)}, p + Point{37, 35 + below(5) / 3},
                                 p + Point{29 + below(9) / 7, 1}},
                                false});
    }
  }
  const FreeSpace first = FreeSpace::from_polygons(polygons);
  const Point gap{496, 496};  // between four holes
  const Obstacle small{1, {gap, gap + Point{4, 1}, gap + Point{1, 4}}};
  for (const double radius : {0.7, 3.3, 5.1}) {
    const FreeSpace open = eroded(at_moment(first, {}), radius);
    const FreeSpace closed = eroded(at_moment(first, {&small, 1}), radius);
    const Burst burst = Border(open).burst_to(Border(closed));
    EXPECT_GT(burst.border_come.size(), 0U);
    for (const auto* edges : {&burst.border_gone, &burst.border_come}) {
      for (const BorderEdge& edge : *edges) EXPECT_LT(distance(edge.a, gap), 60) << radius;
    }
  }
}

TEST(ChangingSpace, RefusesInvalidChangesOfABorder) {
  const FreeSpace first = FreeSpace::from_polygons({{{{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, true}}});
  const FreeSpace inner = eroded(first, 1);
  ChangingSpace changing(inner, first.box());
  const auto refused = [&](const Burst& burst) {
    try {
      changing.change(burst);
    } catch (const InvalidBurst& fault) {
      EXPECT_EQ(changing.space().content_hash(), inner.content_hash());
      return std::string(fault.what());
    }
    return std::string("taken");
  };
  const std::vector<BorderEdge> all(changing.border()->edges().begin(),
                                    changing.border()->edges().end());
  const auto ring = [](Point a, Point b, Point c) {
    return std::vector<BorderEdge>{{a, b}, {b, c}, {c, a}};
  };
  EXPECT_THAT(refused({.added = {{1, {{3, 3}, {4, 3}, {4, 4}}}}}), HasSubstr("is eroded"));
  EXPECT_THAT(refused({.border_gone = {{{0, 0}, {9, 0}}}}), HasSubstr("does not exist"));
  EXPECT_THAT(refused({.border_gone = {all[0], all[0]}}), HasSubstr("does not exist"));
  EXPECT_THAT(refused({.border_gone = {all[0]}}), HasSubstr("not closed at"));
  EXPECT_THAT(refused({.border_come = {all[0]}}),
              HasSubstr("exists already, so the burst cannot add it"));
  EXPECT_THAT(refused({.border_come = {{{3, 3}, {3, 3}}}}), HasSubstr("has no length"));
  EXPECT_THAT(refused({.border_come = ring({3, 3}, {3, 12}, {4, 4})}),
              HasSubstr("outside the frame"));
  EXPECT_THAT(refused({.border_come = ring({4, 4}, {4, 8.5}, {8.5, 4})}), HasSubstr("crosses"));
  EXPECT_THAT(refused({.border_gone = all}), HasSubstr("no free space"));
  EXPECT_EQ(refused({.border_come = ring({4, 4}, {4, 5}, {5, 4})}), "taken");
}

}  // namespace
}  // namespace fairway::test
