#include "algorithms/freespace/erosion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>
#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "tests/support/judgements.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

Polygons square(double side, std::vector<Ring> holes = {}) {
  Polygons polygons;
  polygons.parts.push_back({{{0, 0}, {side, 0}, {side, side}, {0, side}}, true});
  for (Ring& hole : holes) polygons.parts.push_back({std::move(hole), false});
  return polygons;
}

bool inside(const FreeSpace& space, Point p) { return space.locate(p).place != Place::kBlocked; }

TEST(Erosion, SquareStaysSquareAndHoleGetsRoundCorners) {
  const FreeSpace space = FreeSpace::from_polygons(square(10, {{{4, 4}, {4, 6}, {6, 6}, {6, 4}}}));
  const FreeSpace small = eroded(space, 1);
  const double without_corners = 64 - (4 + 4 * 2);
  const double four_corners = 4 * 8 * std::tan(std::numbers::pi / 32);
  EXPECT_NEAR(small.area(), without_corners - four_corners, 1e-9);
  EXPECT_LT(four_corners, std::numbers::pi * (1 + kErosionLoss) * (1 + kErosionLoss));
  EXPECT_EQ(small.hole_count(), 1);
  EXPECT_TRUE(inside(small, {5, 7.001}));
  EXPECT_FALSE(inside(small, {5, 6.999}));
  const double diagonal = std::sqrt(0.5);
  EXPECT_FALSE(inside(small, {6 + 0.999 * diagonal, 6 + 0.999 * diagonal}));
  EXPECT_TRUE(inside(small, {6 + 1.005 * diagonal, 6 + 1.005 * diagonal}));
}

TEST(Erosion, PassageClosesAtTwiceTheRadius) {
  const auto with_gap = [](double gap) {
    return FreeSpace::from_polygons(
        square(20, {{{9, 1}, {11, 1}, {11, 10}, {9, 10}},
                    {{9, 10 + gap}, {11, 10 + gap}, {11, 19}, {9, 19}}}));
  };
  EXPECT_EQ(eroded(with_gap(2.001), 1).component_count(), 1);
  EXPECT_EQ(eroded(with_gap(2), 1).component_count(), 2);
  EXPECT_EQ(eroded(with_gap(1.999), 1).component_count(), 2);
}

TEST(Erosion, WallsOfNoWidthAndPinchesKeepTheirDistance) {
  Mesh mesh;
  mesh.points = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {8, 0}, {8, 4}, {8, 8}, {4, 8}};
  mesh.faces = {{{0, 1, 2, 3}, {false, true, false, false}},
                {{1, 4, 5, 2}, {false, false, false, true}},
                {{2, 5, 6, 7}, {false, false, false, false}}};
  const FreeSpace space = FreeSpace::from_mesh(mesh);
  const FreeSpace small = eroded(space, 0.5);
  EXPECT_EQ(small.component_count(), 2);
  EXPECT_TRUE(inside(small, {3.49, 2}));
  EXPECT_FALSE(inside(small, {3.51, 2}));
  EXPECT_TRUE(inside(small, {4.51, 2}));
  EXPECT_TRUE(inside(small, {6, 4}));
  EXPECT_FALSE(inside(small, {4.2, 4.2}));
}

// Regression: near an axis, one coordinate of a point is rounded more finely than the other. The
// code split two parallel edges at their crossings and rounded the pieces. It repeated this in
// rounds, but after every round, the pieces crossed again.
TEST(Erosion, ParallelEdgesNearAnAxisAreDistinguished) {
  const Mesh mesh{{{1, 0}, {0, 1}, {0, 2}, {0x1.00002p-9, 0x1.ff00003p+0}},
                  {{{0, 3, 1}, {false, true, false}}, {{1, 3, 2}, {true, false, false}}}};
  EXPECT_NO_THROW(eroded(FreeSpace::from_mesh(mesh), 0x1.e2b7dddfefa67p-22));
}

// Regression: tiny coordinates of eroded walls were rounded to 0. The rounded points lay on the
// walls of the world that was not eroded.
TEST(Erosion, TheSmallestWorldsKeepTheirDistance) {
  const FreeSpace space = FreeSpace::from_polygons(square(0x1p-222));
  const double radius = 0x1p-234;
  const FreeSpace small = eroded(space, radius);
  for (const Wall& wall : small.walls()) {
    EXPECT_GE(test::clearance(space, wall.a), radius);
    EXPECT_GE(test::clearance(space, wall.b), radius);
  }
}

// Regression: the code split and rounded edges in rounds. In every round, rounding made new
// crossings, until memory ran out. The triangles of this world are needles. Their width is a
// millionth of their length.
TEST(Erosion, EndsInNeedlesAsNarrowAsRounding) {
  const Mesh needles{{{0, -1},
                      {0x1p-8, -1},
                      {0x1p-7, -1},
                      {0x1.8p-7, -1},
                      {0x1p-6, -1},
                      {0x1p20, -0x1.fep-1},
                      {0x1.00010010001p20, -0x1.fdfffep-1},
                      {0x1.0000002p20, -0x1.fep-1},
                      {0x1.ffffe03p20, -0x1.fc00004p-1},
                      {0x1.0000004p20, -0x1.fep-1},
                      {0x1p21, -0x1.fcp-1},
                      {0x1.00000008p21, -0x1.fcp-1},
                      {0x1.0080002p20, -0x1.fdffp-1},
                      {0x1.00000018p21, -0x1.fcp-1},
                      {0x1.0000002p21, -0x1.fcp-1},
                      {0x1.8p21, -0x1.fap-1},
                      {0x1.80000008p21, -0x1.fap-1},
                      {0x1.8000001p21, -0x1.fap-1},
                      {0x1.80000018p21, -0x1.fap-1},
                      {0x1.8000002p21, -0x1.fap-1},
                      {0x1p22, -0x1.f8p-1},
                      {0x1.00000004p22, -0x1.f8p-1},
                      {0x1.00000008p22, -0x1.f8p-1},
                      {0x1.0000000cp22, -0x1.f8p-1},
                      {0x1.0000001p22, -0x1.f8p-1},
                      {0x1.4p22, -0x1.f6p-1},
                      {0x1.40000004p22, -0x1.f6p-1},
                      {0x1.40000008p22, -0x1.f6p-1},
                      {0x1.4000000cp22, -0x1.f6p-1},
                      {0x1.4000001p22, -0x1.f6p-1}},
                     {{{0, 1, 6}, {false, true, false}},    {{0, 6, 5}, {false, true, false}},
                      {{1, 2, 7}, {false, false, true}},    {{1, 7, 6}, {false, false, false}},
                      {{2, 3, 8}, {false, false, true}},    {{2, 8, 7}, {true, true, false}},
                      {{3, 4, 9}, {true, true, true}},      {{3, 9, 8}, {false, false, true}},
                      {{5, 6, 10}, {true, true, false}},    {{6, 11, 10}, {false, false, false}},
                      {{6, 7, 12}, {false, true, true}},    {{6, 12, 11}, {true, false, true}},
                      {{7, 8, 12}, {false, true, false}},   {{8, 13, 12}, {false, true, false}},
                      {{8, 9, 14}, {false, false, false}},  {{8, 14, 13}, {false, false, false}},
                      {{10, 11, 16}, {true, false, false}}, {{11, 12, 16}, {false, true, false}},
                      {{12, 17, 16}, {false, true, false}}, {{12, 13, 17}, {true, false, true}},
                      {{13, 18, 17}, {false, true, false}}, {{13, 14, 19}, {false, true, false}},
                      {{13, 19, 18}, {true, true, true}},   {{15, 16, 20}, {true, false, false}},
                      {{16, 21, 20}, {true, true, false}},  {{16, 17, 22}, {true, false, true}},
                      {{16, 22, 21}, {true, true, false}},  {{17, 18, 23}, {true, false, false}},
                      {{17, 23, 22}, {true, true, true}},   {{18, 19, 23}, {false, true, false}},
                      {{19, 24, 23}, {true, false, false}}, {{20, 21, 26}, {false, false, true}},
                      {{21, 22, 27}, {true, true, true}},   {{21, 27, 26}, {true, false, false}},
                      {{22, 23, 27}, {false, false, true}}, {{23, 28, 27}, {false, false, true}},
                      {{23, 24, 28}, {true, false, true}},  {{24, 29, 28}, {true, false, false}}}};
  EXPECT_THROW(eroded(FreeSpace::from_mesh(needles), 0x1.68f5c2a16872bp18), InvalidWorld);
}

TEST(Erosion, RadiusZeroChangesNothing) {
  for (const test::World& world : test::fixture_worlds()) {
    const FreeSpace space = test::build(world);
    const FreeSpace same = eroded(space, 0);
    EXPECT_EQ(same.content_hash(), space.content_hash()) << world.name;
    EXPECT_EQ(same.raster() == nullptr, space.raster() == nullptr);
  }
}

TEST(Erosion, ImpossibleRadiiAreRefused) {
  const FreeSpace space = FreeSpace::from_polygons(square(10));
  EXPECT_THROW(eroded(space, -1), std::invalid_argument);
  EXPECT_THROW(eroded(space, std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  EXPECT_THROW(eroded(space, std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_THROW(eroded(space, 5), InvalidWorld);
  // Regression: a radius much greater than the world took minutes.
  for (const double radius : {1e6, 1e99}) EXPECT_THROW(eroded(space, radius), InvalidWorld);
  EXPECT_NO_THROW(eroded(space, 4.99));
}

TEST(Erosion, AnErodedWorldKeepsTheCostsOfItsCells) {
  Raster raster(6, 6, 1);
  Terrain terrain(6, 6);
  terrain.set_cost(3, 3, 7);
  const FreeSpace small = eroded(FreeSpace::from_raster(raster, terrain), 0.25);
  EXPECT_TRUE(small.made_of_cells());
  EXPECT_EQ(small.raster(), nullptr);
  ASSERT_NE(small.terrain(), nullptr);
  EXPECT_EQ(small.terrain()->cost(3, 3), 7);
}

/// Compares an eroded world with brute force. Its walls and inner points must be at least `radius`
/// from each wall of the original world. It must contain all random points that are slightly
/// farther away.
void expect_eroded(const FreeSpace& space, double radius, std::mt19937& random) {
  const Box box = space.box();
  const double size = std::max(
      {std::abs(box.min.x), std::abs(box.min.y), std::abs(box.max.x), std::abs(box.max.y)});
  std::uniform_real_distribution<double> share(0, 1);
  std::vector<Point> probes;
  for (int i = 0; i < 300; ++i) {
    probes.push_back(
        {box.min.x + share(random) * box.width(), box.min.y + share(random) * box.height()});
  }
  try {
    const FreeSpace small = eroded(space, radius);
    for (const Wall& wall : small.walls()) {
      for (const double t : {0.0, share(random), 1.0}) {
        const Point p{wall.a.x + t * (wall.b.x - wall.a.x), wall.a.y + t * (wall.b.y - wall.a.y)};
        ASSERT_GE(test::clearance(space, p), radius - 1e-15 * size);
      }
    }
    EXPECT_LT(small.area(), space.area());
    for (const Point p : probes) {
      const double room = inside(space, p) ? test::clearance(space, p) : 0;
      if (inside(small, p)) {
        ASSERT_GE(room, radius);
      } else {
        ASSERT_LE(room, radius * (1 + kErosionLoss) + 1e-12 * size) << p.x << ", " << p.y;
      }
    }
    // Each straight path between points of the result keeps the distance along its whole length.
    for (std::size_t i = 0; i + 1 < probes.size(); ++i) {
      const Location a = small.locate(probes[i]);
      const Location b = small.locate(probes[i + 1]);
      if (a.place == Place::kBlocked || b.place == Place::kBlocked || !sees(small, a, b)) continue;
      for (int k = 1; k < 8; ++k) {
        const double t = k / 8.0;
        const Point p{a.point.x + t * (b.point.x - a.point.x),
                      a.point.y + t * (b.point.y - a.point.y)};
        ASSERT_GE(test::clearance(space, p), radius - 1e-15 * size);
      }
    }
  } catch (const InvalidWorld&) {
    for (const Point p : probes) {
      if (inside(space, p)) {
        ASSERT_LE(test::clearance(space, p), radius * (1 + kErosionLoss) + 1e-12 * size);
      }
    }
  }
}

void expect_all_eroded(const std::vector<test::World>& worlds, std::uint32_t seed) {
  std::mt19937 random(seed);
  for (const test::World& world : worlds) {
    const FreeSpace space = test::build(world);
    const double side = std::max(space.box().width(), space.box().height());
    for (const double share : {0.003, 0.02, 0.06}) {
      SCOPED_TRACE(world.name + ", " + std::to_string(share) + " of its side");
      expect_eroded(space, share * side, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Erosion, FixturesAgreeWithBruteForce) { expect_all_eroded(test::fixture_worlds(), 1); }
TEST(Erosion, RandomWorldsAgreeWithBruteForce) {
  expect_all_eroded(test::random_worlds(900, 6), 2);
}
TEST(Erosion, ExtremeWorldsAgreeWithBruteForce) { expect_all_eroded(test::extreme_worlds(), 3); }

/// An agent of radius 0.5 is exactly as wide as corridors of one cell, so these corridors close.
TEST(Erosion, CellsAgreeWithBruteForce) {
  std::mt19937 random(4);
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const FreeSpace space = test::build(test::random_raster(seed, 14, 11, 0.2, 2));
    for (const double radius : {0.2, 0.5, 0.7, 1.0}) expect_eroded(space, radius, random);
  }
}

}  // namespace
}  // namespace fairway
