#include "algorithms/reference/polyanya_landmarks.hpp"

#include <gtest/gtest.h>

#include <random>

#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/reference/polyanya.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

struct Tally {
  std::size_t bounds = 0;
  std::size_t beyond_straight = 0;  ///< that tell more than the straight line
  std::size_t worlds = 0;
  std::size_t with_landmarks = 0;
};

/// Corners that share their vertex are left out: paths from the vertex may leave by the other.
void expect_bounds(const World& world, Tally& tally) {
  SCOPED_TRACE(world.name);
  const FreeSpace space = build(world);
  const PolyanyaMesh mesh(space, ConvexPartition::merged(space));
  const PolyanyaLandmarks landmarks(mesh);
  ++tally.worlds;
  if (landmarks.empty()) return;
  ++tally.with_landmarks;
  const ExactSolver exact(space);
  ExactSolver::Scratch scratch;
  std::mt19937 random(11);
  for (const Point p : probe_points(space, random, 20)) {
    const Location at = space.locate(p);
    if (at.place != Place::kTriangle) continue;
    const std::vector<PolygonId> polygons{mesh.polygon_of(at.half_edge)};
    const PolyanyaLandmarks::Goal goal = landmarks.goal_at(mesh, polygons, p);
    std::int32_t t = 0;
    for (const Corner& corner : space.corners()) {
      if (!corner.reflex) continue;
      const Point from = space.triangulation().point(corner.vertex);
      const double least = landmarks.least_to(goal, t++);
      if (space.corners_of(corner.vertex).size() > 1) continue;
      const double length = exact.solve(from, p, scratch);
      if (!std::isfinite(length)) continue;
      ASSERT_LE(least, length) << std::hexfloat << from.x << ' ' << from.y << "  " << p.x << ' '
                               << p.y;
      ++tally.bounds;
      if (least > distance(from, p) * (1 + 1e-6)) ++tally.beyond_straight;
    }
  }
}

TEST(PolyanyaLandmarks, NoPathIsShorterThanTheirBound) {
  Tally tally;
  for (const World& world : fixture_worlds()) expect_bounds(world, tally);
  for (const World& world : extreme_worlds()) expect_bounds(world, tally);
  for (const World& world : random_worlds(300, 60)) expect_bounds(world, tally);
  EXPECT_GT(4 * tally.with_landmarks, tally.worlds);
  EXPECT_GT(20 * tally.beyond_straight, tally.bounds);
}

TEST(PolyanyaLandmarks, OnePolygonHasNone) {
  const FreeSpace space =
      FreeSpace::from_polygons({{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true}}, {}});
  const PolyanyaMesh mesh(space, ConvexPartition::merged(space));
  EXPECT_TRUE(PolyanyaLandmarks(mesh).empty());
}

/// 20 by 20 small squares, far apart: what one corner sees grows with the world.
TEST(PolyanyaLandmarks, OpenWorldsGoWithout) {
  Polygons world;
  world.parts.push_back({{{0, 0}, {800, 0}, {800, 800}, {0, 800}}, true});
  std::mt19937 random(3);
  std::uniform_real_distribution<double> offset(2, 37);
  for (int i = 0; i < 20; ++i) {
    for (int j = 0; j < 20; ++j) {
      const double x = i * 40 + offset(random);
      const double y = j * 40 + offset(random);
      world.parts.push_back({{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}, false});
    }
  }
  const FreeSpace space = FreeSpace::from_polygons(world);
  const PolyanyaMesh mesh(space, ConvexPartition::merged(space));
  EXPECT_TRUE(PolyanyaLandmarks(mesh).empty());
}

}  // namespace
}  // namespace fairway::test
