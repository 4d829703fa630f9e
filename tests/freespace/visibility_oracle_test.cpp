#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/sleeve.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// Returns the number of wedges of free space at a from which a straight path can lead to b.
std::size_t ways_out(const RationalOracle& oracle, Point a, Point b) {
  std::set<int> wedges;
  for (const unsigned side : {RationalOracle::kLeft, RationalOracle::kRight}) {
    if (oracle.follow(a, b, side) != 0) wedges.insert(oracle.wedge(a, b, side));
  }
  return wedges.size();
}

std::size_t count(const Sides& sides) {
  return (sides.side[0] != Sides::kNone) + (sides.side[1] != Sides::kNone);
}

struct Judges {
  explicit Judges(const test::World& world)
      : space(test::build(world)), oracle(space), checker(space) {}
  FreeSpace space;
  RationalOracle oracle;
  PathChecker checker;
};

void expect_sight(const test::World& world, int pairs) {
  SCOPED_TRACE(world.name);
  const Judges judges(world);
  std::mt19937 random(5);
  const std::vector<Point> points = test::probe_points(judges.space, random, 400);
  std::uniform_int_distribution<std::size_t> pick(0, points.size() - 1);
  int seen = 0;
  for (int i = 0; i < pairs; ++i) {
    const Point a = points[pick(random)];
    const Point b = points[pick(random)];
    SCOPED_TRACE(testing::Message()
                 << std::hexfloat << a.x << ' ' << a.y << "  " << b.x << ' ' << b.y);
    const Location from = judges.space.locate(a);
    const Location to = judges.space.locate(b);
    const Sight there = sight(judges.space, from, to);
    const Sight back = sight(judges.space, to, from);
    const bool expected = judges.oracle.sees(a, b);
    seen += expected;
    ASSERT_EQ(there.visible, expected);
    ASSERT_EQ(back.visible, expected);
    ASSERT_EQ(sees(judges.space, from, to), expected);
    ASSERT_EQ(sees(judges.space, to, from), expected);
    ASSERT_EQ(there.from, back.to);
    ASSERT_EQ(there.to, back.from);
    ASSERT_EQ(judges.checker.check(Path{a, b}).legal, expected);
    if (a != b && i % 4 == 0) {
      ASSERT_EQ(count(there.from), ways_out(judges.oracle, a, b));
      ASSERT_EQ(count(there.to), ways_out(judges.oracle, b, a));
    }
  }
  EXPECT_GT(seen, pairs / 100);
}

TEST(Sight, EqualsTheOracleOnFixtureWorlds) {
  for (const test::World& world : test::fixture_worlds()) expect_sight(world, 1000);
}

TEST(Sight, EqualsTheOracleOnRandomWorlds) {
  for (const test::World& world : test::random_worlds(300, 6)) expect_sight(world, 600);
}

TEST(Sight, EqualsTheOracleOnExtremeWorlds) {
  for (const test::World& world : test::extreme_worlds()) expect_sight(world, 400);
}

void expect_sleeves(const test::World& world, int paths) {
  SCOPED_TRACE(world.name);
  const Judges judges(world);
  std::mt19937 random(6);
  const std::vector<Point> points = test::probe_points(judges.space, random, 300);
  SleeveScratch scratch;
  std::vector<HalfEdge> crossed;
  for (int i = 0; i < paths; ++i) {
    const Path path = test::random_path(points, random);
    SCOPED_TRACE(testing::PrintToString(path.size()) + " points");
    const bool traced = trace_sleeve(judges.space, path, scratch, crossed);
    ASSERT_EQ(traced, judges.oracle.legal(path));
    if (!traced) continue;
    const Triangulation& mesh = judges.space.triangulation();
    for (std::size_t k = 0; k < crossed.size(); ++k) {
      ASSERT_FALSE(mesh.blocked(crossed[k]));
      if (k == 0) continue;
      ASSERT_EQ(Triangulation::triangle_of(crossed[k]),
                Triangulation::triangle_of(mesh.twin(crossed[k - 1])));
      ASSERT_NE(crossed[k], mesh.twin(crossed[k - 1]));
    }
  }
}

TEST(Sleeve, ExistsExactlyForLegalPaths) {
  for (const test::World& world : test::fixture_worlds()) expect_sleeves(world, 500);
  for (const test::World& world : test::random_worlds(400, 8)) expect_sleeves(world, 300);
  for (const test::World& world : test::extreme_worlds()) expect_sleeves(world, 300);
}

/// Checks that visible_corners() visits every reflex corner that a point sees. It may omit a corner
/// if another visited corner lies on the segment to that corner.
void expect_corners(const test::World& world, std::size_t count) {
  SCOPED_TRACE(world.name);
  const Judges judges(world);
  const FreeSpace& space = judges.space;
  std::mt19937 random(8);
  CornerVisibilityScratch scratch;
  const auto seen = [&](Point p, const Corner& c) {
    const Point v = space.triangulation().point(c.vertex);
    if (p == v) return false;
    const Location from = space.locate(p);
    const Sight s = sight(space, from, space.locate(v));
    const auto id = static_cast<std::int32_t>(&c - space.corners().data());
    return s.visible && (s.to.side[0] == id || s.to.side[1] == id);
  };
  for (const Point p : test::probe_points(space, random, count)) {
    std::set<CornerId> visited;
    visible_corners(space, space.locate(p), scratch, [&](CornerId c) { visited.insert(c); });
    for (const Corner& corner : space.corners()) {
      if (!corner.reflex) continue;
      const auto id = static_cast<CornerId>(&corner - space.corners().data());
      const Point v = space.position(id);
      SCOPED_TRACE(testing::Message() << p.x << ' ' << p.y << " to " << v.x << ' ' << v.y);
      const bool visible = seen(p, corner);
      if (visited.contains(id)) {
        ASSERT_TRUE(visible || p == v);
      } else if (visible) {
        const bool hidden = std::ranges::any_of(visited, [&](CornerId other) {
          const Point w = space.position(other);
          return orientation(p, v, w) == 0 && strictly_between(p, w, v);
        });
        ASSERT_TRUE(hidden);
      }
    }
  }
}

TEST(CornerVisibility, VisitsTheFirstReflexCornerOnEveryRay) {
  for (const test::World& world : test::fixture_worlds()) expect_corners(world, 200);
  for (const test::World& world : test::random_worlds(500, 8)) expect_corners(world, 60);
  for (const test::World& world : test::extreme_worlds()) expect_corners(world, 60);
}

}  // namespace
}  // namespace fairway
