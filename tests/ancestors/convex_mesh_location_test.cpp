#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/ancestors/convex_mesh/convex_mesh.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/methods/planner_for.hpp"
#include "datasets/read_world.hpp"
#include "tests/support/public_datasets.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Faces = ConvexMesh::Faces;
using Finding = ConvexMesh::Finding;
using Outside = ConvexMesh::Outside;

std::vector<test::World> all_worlds() {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(51, 6)) worlds.push_back(std::move(world));
  for (test::World& world : test::extreme_worlds()) worlds.push_back(std::move(world));
  return worlds;
}

/// Points that often expose errors, such as corners and points on sides of faces.
std::vector<Point> points_of(const FreeSpace& space, const ConvexMesh& mesh, std::size_t count) {
  std::mt19937 random(7);
  std::vector<Point> points = test::probe_points(space, random, count);
  std::vector<Point> corners;
  std::vector<Point> middles;
  mesh.draw([&](Point a, Point b) {
    corners.push_back(a);
    const Point middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    if (on_segment(middle, a, b)) middles.push_back(middle);
  });
  for (std::vector<Point>* more : {&corners, &middles}) {
    std::ranges::shuffle(*more, random);
    more->resize(std::min(more->size(), count));
    points.insert(points.end(), more->begin(), more->end());
  }
  return points;
}

/// Expects that the scan and the index find the same faces of each point. Expects that a point has
/// no face if and only if the point is blocked. Returns the number of points that are in several
/// faces.
int compare_findings(const FreeSpace& space, Faces faces, std::size_t count) {
  const ConvexMesh scan = ConvexMesh::build(space, {.faces = faces, .location = Finding::kScan});
  const ConvexMesh index =
      ConvexMesh::build(space, {.faces = faces, .location = Finding::kIndexed});
  std::vector<ConvexMesh::FaceId> scanned;
  std::vector<ConvexMesh::FaceId> indexed;
  int several = 0;
  for (const Point p : points_of(space, scan, count)) {
    Location at = space.locate(p);
    index.faces_at(at, indexed);
    EXPECT_EQ(indexed.empty(), at.place == Place::kBlocked);
    scan.faces_at(at, scanned);
    EXPECT_EQ(scanned, indexed) << std::hexfloat << p.x << ' ' << p.y;
    several += scanned.size() > 1;
    if (testing::Test::HasFailure()) return several;
  }
  return several;
}

TEST(ConvexMeshLocation, TheScanAndTheIndexFindTheSameFaces) {
  int several = 0;
  for (const test::World& world : all_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    for (const Faces faces : {Faces::kWorld, Faces::kTriangles}) {
      several += compare_findings(space, faces, 150);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(several, 1000);
}

double distance_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
  const double s = std::clamp(t, 0.0, 1.0);
  return distance(p, {a.x + s * dx, a.y + s * dy});
}

TEST(ConvexMeshLocation, TheNearestPointEqualsBruteForceOverAllWalls) {
  int compared = 0;
  for (const test::World& world : all_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const Box& box = space.box();
    const double extent = std::max(box.width(), box.height());
    std::mt19937 random(9);
    std::uniform_real_distribution<double> unit(-0.5, 1.5);
    for (const Faces faces : {Faces::kWorld, Faces::kTriangles}) {
      const ConvexMesh mesh =
          ConvexMesh::build(space, {.faces = faces, .outside = Outside::kNearest});
      std::vector<ConvexMesh::FaceId> holding;
      for (int i = 0; i < 150; ++i) {
        const Point p{box.min.x + unit(random) * box.width(),
                      box.min.y + unit(random) * box.height()};
        if (space.locate(p).place != Place::kBlocked) continue;
        double least = std::numeric_limits<double>::infinity();
        for (const Wall& wall : space.walls()) {
          least = std::min(least, distance_to_segment(p, wall.a, wall.b));
        }
        const Point nearest = mesh.nearest_point(p);
        const double rounding = 1e-12 * (extent + std::abs(p.x) + std::abs(p.y));
        ASSERT_NEAR(distance(p, nearest), least, rounding) << std::hexfloat << p.x << ' ' << p.y;
        mesh.faces_at(space.locate(nearest), holding);
        ASSERT_FALSE(holding.empty()) << std::hexfloat << p.x << ' ' << p.y;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

/// On sloped sides, the exact nearest point is hardly ever representable. The rounded point must
/// still be in the mesh.
TEST(ConvexMeshLocation, TheRoundedNearestPointIsInTheMesh) {
  const double shift = std::ldexp(1.0, 50);
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const test::World world =
        test::transformed(test::random_lattice(seed, 6, 6, 0.3, 0.1), 1, shift);
    const FreeSpace space = test::build(world);
    const ConvexMesh mesh = ConvexMesh::build(space, {.outside = Outside::kNearest});
    std::vector<ConvexMesh::FaceId> holding;
    for (double x = shift - 3; x < shift + 10; x += 0.75) {
      for (double y = shift - 3; y < shift + 10; y += 0.5) {
        if (space.locate({x, y}).place != Place::kBlocked) continue;
        mesh.faces_at(space.locate(mesh.nearest_point({x, y})), holding);
        ASSERT_FALSE(holding.empty()) << seed << ": " << x - shift << ' ' << y - shift;
      }
    }
  }
}

TEST(ConvexMeshLocation, PublicMeshesAreFoundAndCrossed) {
  const auto files = test::public_files({".mesh"});
  if (files.empty()) GTEST_SKIP() << "no public data sets";
  for (const auto& file : files) {
    SCOPED_TRACE(file.string());
    const FreeSpace space = load_free_space(file);
    EXPECT_GT(compare_findings(space, Faces::kWorld, 60), 20);
    const PathChecker checker(space);
    PlannerFor<ConvexMesh> planner(space, {}, {.smoother = Smoother::kShortcut});
    std::mt19937 random(13);
    const std::vector<Point> points = test::probe_points(space, random, 200);
    Answer answer;
    int found = 0;
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      planner.plan({points[i], points[i + 1]}, answer);
      if (answer.status != PlanStatus::kFound) continue;
      ++found;
      for (const Path& path : {answer.raw, answer.path}) {
        const auto verdict = checker.check(path);
        ASSERT_TRUE(verdict.legal) << verdict.reason;
      }
    }
    EXPECT_GT(found, 20);
  }
}

}  // namespace
}  // namespace fairway
