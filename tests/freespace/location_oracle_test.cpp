#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "tests/support/judgements.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

Point nudged(Point p, std::mt19937& random) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto nudge = [&](double x) {
    const int direction = std::uniform_int_distribution<int>(-1, 1)(random);
    return direction == 0 || x == 0 ? x : std::nextafter(x, direction * infinity);
  };
  return {nudge(p.x), nudge(p.y)};
}

void expect_located(const test::World& world, std::size_t count) {
  SCOPED_TRACE(world.name);
  const FreeSpace space = test::build(world);
  const RationalOracle oracle(space);
  std::mt19937 random(3);
  for (Point p : test::probe_points(space, random, count)) {
    if (random() % 3 == 0) p = nudged(p, random);
    SCOPED_TRACE(testing::Message() << std::hexfloat << p.x << ' ' << p.y);
    const Location at = space.locate(p);
    ASSERT_EQ(at.point, p);
    ASSERT_EQ(at.place != Place::kBlocked, oracle.inside(p));
    const test::Region region = test::region(world, p);
    if (region != test::Region::kBorder) {
      ASSERT_EQ(at.place == Place::kBlocked, region == test::Region::kBlocked);
    }
    ASSERT_TRUE(test::true_to_its_word(space, at));
  }
}

TEST(Location, EqualsTheOracleOnFixtureWorlds) {
  for (const test::World& world : test::fixture_worlds()) expect_located(world, 2000);
}

TEST(Location, EqualsTheOracleOnRandomWorlds) {
  for (const test::World& world : test::random_worlds(200, 12)) expect_located(world, 1000);
}

TEST(Location, EqualsTheOracleOnExtremeWorlds) {
  for (const test::World& world : test::extreme_worlds()) expect_located(world, 2000);
}

TEST(Location, FarPointsAndNanAreBlocked) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const test::World& world : test::fixture_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    for (const double bad : {std::nan(""), infinity, -infinity, 1e300, -1e70, 1e12}) {
      EXPECT_EQ(space.locate({bad, 1}).place, Place::kBlocked) << bad;
      EXPECT_EQ(space.locate({1, bad}).place, Place::kBlocked) << bad;
    }
  }
}

// Regression: the exact predicates do not support coordinates that are nearer to 0 than
// kMinCoordinate, except 0 itself. A point with such a coordinate counted as free space. Methods
// found paths to the point, but the path checker refused these paths.
TEST(Location, PointsBeyondTheLimitsOfPredicatesAreBlocked) {
  const test::World square{"square", Polygons{{{{{-4, -4}, {4, -4}, {4, 4}, {-4, 4}}, true}}}};
  const FreeSpace space = test::build(square);
  EXPECT_EQ(space.locate({5e-324, 1}).place, Place::kBlocked);
  EXPECT_EQ(space.locate({1, -kMinCoordinate / 2}).place, Place::kBlocked);
  EXPECT_NE(space.locate({kMinCoordinate, 1}).place, Place::kBlocked);
  EXPECT_NE(space.locate({0, -0.0}).place, Place::kBlocked);
}

}  // namespace
}  // namespace fairway
