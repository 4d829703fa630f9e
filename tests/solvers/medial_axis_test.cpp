#include "algorithms/solvers/medial_axis/medial_axis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/freespace/clearance.hpp"
#include "algorithms/freespace/containment.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/solvers/medial_axis/segment_voronoi.hpp"
#include "tests/solvers/any_radius_judge.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

static_assert(check_solver<MedialAxis>());

/// Radii just below or just above the clearances of up to four narrow edges.
std::vector<double> critical_for_axis(const MedialAxis& solver, std::mt19937& random) {
  const auto edges = solver.axis().edges();
  std::vector<double> found;
  if (edges.empty()) return found;
  std::uniform_int_distribution<std::size_t> pick(0, edges.size() - 1);
  for (int i = 0; i < 40 && found.size() < 4; ++i) {
    const AxisEdge& edge = edges[pick(random)];
    if (!edge.narrow || edge.clearance == 0) continue;
    found.push_back(edge.clearance * (found.size() % 2 == 0 ? 1 - 1e-9 : 1 + 1e-9));
  }
  return found;
}

using AxisJudge = AnyRadiusJudge<MedialAxis>;

void examine_worlds(AxisJudge& judge) {
  for (const World& world : fixture_worlds()) {
    SCOPED_TRACE(world.name);
    judge.examine(build(world), 30);
  }
  for (const World& world : random_worlds(3, 15)) {
    SCOPED_TRACE(world.name);
    judge.examine(build(world), 30);
  }
}

TEST(MedialAxis, AgreesWithTheErodedWorldAtAnyRadius) {
  AxisJudge judge(5, {}, critical_for_axis);
  examine_worlds(judge);
  const Judged& judged = judge.judged();
  EXPECT_GT(judged.asked, 25'000);
  EXPECT_GT(judged.found, 10'000);
  EXPECT_EQ(judged.illegal, 0);
  EXPECT_EQ(judged.refused, 0);
  EXPECT_EQ(judged.shorter, 0);
  EXPECT_LT(judged.gap / static_cast<double>(judged.found), 0.02);
}

TEST(MedialAxis, PathsAlongTheAxisAgreeWithTheErodedWorld) {
  AxisJudge judge(6, {.path = AxisPath::kAxis}, critical_for_axis);
  examine_worlds(judge);
  EXPECT_GT(judge.judged().found, 10'000);
  EXPECT_EQ(judge.judged().illegal, 0);
  EXPECT_EQ(judge.judged().refused, 0);
  EXPECT_EQ(judge.judged().shorter, 0);
}

TEST(MedialAxis, AgreesWithTheErodedWorldFarFromTheOriginAndAtAnyScale) {
  AxisJudge judge(8, {}, critical_for_axis);
  for (const World& world : extreme_worlds()) {
    SCOPED_TRACE(world.name);
    judge.examine(build(world), 20);
  }
  EXPECT_GT(judge.judged().found, 100);
  EXPECT_EQ(judge.judged().illegal, 0);
}

/// Start and goal are vertices, points on walls, or points on edges of triangles. Regression: the
/// code assumed that the ray from a corner to the medial axis begins exactly at the corner.
/// Rounding could put its beginning behind a wall of the corner.
TEST(MedialAxis, FindsPathsBetweenPointsOfTheBorder) {
  MedialAxis::Scratch scratch;
  Path path;
  int found = 0;
  for (const auto& worlds : {fixture_worlds(), random_worlds(12, 5)}) {
    for (const World& world : worlds) {
      SCOPED_TRACE(world.name);
      const FreeSpace space = build(world);
      const PathChecker checker(space);
      const MedialAxis solver = MedialAxis::build(space, {});
      std::mt19937 random(2);
      const std::vector<Point> points = probe_points(space, random, 60);
      for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Location from = space.locate(points[i]);
        const Location to = space.locate(points[i + 1]);
        if (from.place == Place::kBlocked || to.place == Place::kBlocked) continue;
        ASSERT_EQ(solver.solve(from, to, scratch, path).found, connected(space, from, to));
        if (path.empty()) continue;
        ++found;
        ASSERT_TRUE(checker.check(path).legal);
      }
    }
  }
  EXPECT_GT(found, 1000);
}

/// The distance of a point from the nearest wall, and the number of walls at this distance.
std::pair<double, int> nearest_walls(const FreeSpace& space, Point p) {
  double least = std::numeric_limits<double>::infinity();
  for (const Wall& wall : space.walls()) {
    least = std::min(least, distance(p, nearest_on_segment(wall.a, wall.b, p)));
  }
  int count = 0;
  for (const Wall& wall : space.walls()) {
    count += distance(p, nearest_on_segment(wall.a, wall.b, p)) < least + 1e-7 ? 1 : 0;
  }
  return {least, count};
}

/// Compares the clearances of the axis's vertices and edges with the distances to all walls.
TEST(MedialAxis, VerticesAreEquallyFarFromThreePartsOfTheBorder) {
  for (const World& world : random_worlds(9, 3)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    const MedialAxis solver = MedialAxis::build(space, {});
    for (const AxisVertex& vertex : solver.axis().vertices()) {
      const auto [least, count] = nearest_walls(space, vertex.at);
      ASSERT_NEAR(vertex.clearance, least, 1e-7);
      ASSERT_GE(count, 2);
      ASSERT_NE(space.locate(vertex.at).place, Place::kBlocked);
    }
    for (const AxisEdge& edge : solver.axis().edges()) {
      const Point from = solver.axis().vertex(edge.ends[0]).at;
      const Point to = solver.axis().vertex(edge.ends[1]).at;
      Path curve{from};
      solver.axis().append_bends(edge, from, to, Bends::kSmooth, curve);
      for (const Point p : curve) {
        ASSERT_NEAR(BorderPlace(space, edge.left).distance_of(p), nearest_walls(space, p).first,
                    1e-7);
        ASSERT_NEAR(BorderPlace(space, edge.right).distance_of(p), nearest_walls(space, p).first,
                    1e-7);
      }
    }
  }
}

/// A door of width w closes at radius w / 2, at any position.
TEST(MedialAxis, AnswersUpToTheWidthOfTheNarrowestPassage) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> at(1, 6);
  std::uniform_real_distribution<double> width(0.1, 3);
  MedialAxis::Scratch scratch;
  Path path;
  for (int i = 0; i < 200; ++i) {
    const double low = at(random);
    const double high = low + width(random);
    const FreeSpace space =
        FreeSpace::from_polygons({{{{{0, 0}, {20, 0}, {20, 10}, {0, 10}}, true}},
                                  {{{10, 0}, {10, low}}, {{10, high}, {10, 10}}}});
    const MedialAxis solver = MedialAxis::build(space, {});
    const double half = (high - low) / 2;
    const auto answers = [&](double radius) {
      return solver.solve(space.locate({4, 5}), space.locate({16, 5}), radius, scratch, path).found;
    };
    EXPECT_TRUE(answers(half * (1 - 1e-9)));
    EXPECT_TRUE(PathChecker(eroded(space, half * (1 - 1e-9))).check(path).legal);
    EXPECT_FALSE(answers(half * (1 + 1e-9)));
    EXPECT_TRUE(path.empty());
  }
}

/// Regression: an exact division by 0 ended the program. The directions of the two walls differ by
/// only 2^-53.
TEST(SegmentVoronoi, HasVerticesOfAlmostParallelSegments) {
  const std::vector<Point> points{{0, 0.75}, {0.25, 1.25}, {0.25, 1}, {0.25 - 0x1p-55, 0.75}};
  const std::vector<std::pair<std::int32_t, std::int32_t>> segments{{1, 2}, {2, 3}};
  EXPECT_GT(segment_voronoi(points, segments).size(), 4U);
}

/// The test worlds have slanted corridors between two holes. The narrowest corridors are a few
/// units in the last place wide.
TEST(MedialAxis, PassesCorridorsAsNarrowAsRounding) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> slope(-1, 1);
  MedialAxis::Scratch scratch;
  Path path;
  for (const double width : {1e-9, 1e-12, 1e-14, 4e-15}) {
    for (int i = 0; i < 30; ++i) {
      const Point a{9, 5 + slope(random)};
      const Point b{11, a.y + 2 * slope(random)};
      const FreeSpace space = FreeSpace::from_polygons(
          {{{{{0, 0}, {20, 0}, {20, 10}, {0, 10}}, true},
            {{a, b, {11, 0.5}, {9, 0.5}}, false},
            {{{9, a.y + width}, {9, 9.5}, {11, 9.5}, {11, b.y + width}}, false}}});
      const PathChecker checker(space);
      const MedialAxis solver = MedialAxis::build(space, {});
      for (const Point from : {Point{4, 5}, a}) {
        for (const Point to : {Point{16, 5}, Point{11, b.y + width}}) {
          ASSERT_TRUE(solver.solve(space.locate(from), space.locate(to), scratch, path).found);
          ASSERT_TRUE(checker.check(path).legal);
        }
      }
    }
  }
}

TEST(MedialAxis, PathsAlongTheAxisKeepOffTheWalls) {
  const FreeSpace space =
      FreeSpace::from_polygons({{{{{0, 0}, {20, 0}, {20, 10}, {0, 10}}, true},
                                 {{{8, 3}, {8, 10}, {12, 10}, {12, 3}}, false}}});
  const MedialAxis solver = MedialAxis::build(space, {.path = AxisPath::kAxis});
  MedialAxis::Scratch scratch;
  Path path;
  ASSERT_TRUE(solver.solve(space.locate({4, 5}), space.locate({16, 5}), scratch, path).found);
  EXPECT_GT(Clearance(space.walls()).of(path), 1.49);
  const MedialAxis shortest = MedialAxis::build(space, {});
  Path short_path;
  ASSERT_TRUE(
      shortest.solve(space.locate({4, 5}), space.locate({16, 5}), scratch, short_path).found);
  EXPECT_EQ(Clearance(space.walls()).of(short_path), 0);
  EXPECT_LT(length(short_path), length(path));
}

}  // namespace
}  // namespace fairway::test
