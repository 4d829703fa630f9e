#include "algorithms/solvers/clearance_triangulation/clearance_triangulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "tests/solvers/any_radius_judge.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

static_assert(check_solver<ClearanceTriangulation>());

/// Finds the clearance of an edge by bisection between 0 and `above`.
double clearance(const ClearanceMesh& mesh, HalfEdge h, double above) {
  double low = 0;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + above) / 2;
    (mesh.passes(h, middle) ? low : above) = middle;
  }
  return low;
}

/// A room with a wall from bottom to top. The wall has a door from `from` to `to`.
FreeSpace room_with_door(Point from, Point to) {
  return FreeSpace::from_polygons(
      {{{{{0, 0}, {20, 0}, {20, 10}, {0, 10}}, true}}, {{{10, 0}, from}, {to, {10, 10}}}});
}

/// Radii just below or just above the clearances of the edges of a triangle.
std::vector<double> critical_for_mesh(const ClearanceTriangulation& solver, std::mt19937& random) {
  const Triangulation& mesh = solver.mesh().triangulation();
  std::uniform_int_distribution<TriangleId> pick(0, mesh.triangle_count() - 1);
  TriangleId t = pick(random);
  while (!mesh.is_free(t)) t = pick(random);
  const Box& box = solver.mesh().space().box();
  std::vector<double> found;
  for (int i = 0; i < 3; ++i) {
    const HalfEdge h = Triangulation::half_edge(t, i);
    if (mesh.across(h) == kNoHalfEdge) continue;
    found.push_back(clearance(solver.mesh(), h, std::max(box.width(), box.height())) *
                    (i == 0 ? 1 - 1e-9 : 1 + 1e-9));
  }
  return found;
}

using MeshJudge = AnyRadiusJudge<ClearanceTriangulation>;

TEST(ClearanceTriangulation, AgreesWithTheErodedWorldAtAnyRadius) {
  MeshJudge judge(5, {}, critical_for_mesh);
  for (const World& world : fixture_worlds()) {
    SCOPED_TRACE(world.name);
    judge.examine(build(world), 30);
  }
  for (const World& world : random_worlds(3, 15)) {
    SCOPED_TRACE(world.name);
    judge.examine(build(world), 30);
  }
  const Judged& judged = judge.judged();
  EXPECT_GT(judged.asked, 20'000);
  EXPECT_GT(judged.found, 10'000);
  EXPECT_EQ(judged.illegal, 0);
  EXPECT_EQ(judged.refused, 0);
  EXPECT_EQ(judged.shorter, 0);
  EXPECT_LT(judged.gap / static_cast<double>(judged.found), 0.01);
}

TEST(ClearanceTriangulation, AgreesWithTheErodedWorldFarFromTheOriginAndAtAnyScale) {
  MeshJudge judge(8, {}, critical_for_mesh);
  for (const World& world : extreme_worlds()) {
    SCOPED_TRACE(world.name);
    judge.examine(build(world), 20);
  }
  EXPECT_GT(judge.judged().found, 100);
  EXPECT_EQ(judge.judged().illegal, 0);
  EXPECT_EQ(judge.judged().refused, 0);
}

/// A door of width w closes at radius w / 2, at any position and in any direction.
TEST(ClearanceTriangulation, AnswersUpToTheWidthOfTheNarrowestPassage) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> at(1, 6);
  std::uniform_real_distribution<double> width(0.1, 3);
  ClearanceTriangulation::Scratch scratch;
  Path path;
  for (int i = 0; i < 200; ++i) {
    const double low = at(random);
    const double half = width(random) / 2;
    const FreeSpace space = room_with_door({10, low}, {10, low + 2 * half});
    const ClearanceTriangulation solver = ClearanceTriangulation::build(space, {});
    // Rounding can change low + 2 * half, which is the upper end of the door. So the half width of
    // the door is computed again from the rounded ends.
    const double true_half = (low + 2 * half - low) / 2;
    const double y = 5;
    const auto answers = [&](double radius) {
      return solver.solve(space.locate({4, y}), space.locate({16, y}), radius, scratch, path).found;
    };
    EXPECT_TRUE(answers(true_half * (1 - 1e-9)));
    const FreeSpace world = eroded(space, true_half * (1 - 1e-9));
    EXPECT_TRUE(PathChecker(world).check(path).legal);
    EXPECT_FALSE(answers(true_half * (1 + 1e-9)));
    EXPECT_TRUE(path.empty());
  }
}

/// Regression: the code assumed that each narrow place is crossed by an edge of the triangulation.
/// Here, the tip of the second needle is nearest to a point inside the floor edge. No triangle
/// contains both the tip and this point, unless the triangulation is refined.
TEST(ClearanceTriangulation, SeesANarrowPlaceBetweenACornerAndTheInsideOfAWall) {
  const FreeSpace space = FreeSpace::from_polygons({{{{{0, 0}, {100, 0}, {100, 30}, {0, 30}}, true},
                                                     {{{50, 5}, {49, 30}, {51, 30}}, false},
                                                     {{{10, 2}, {9, 30}, {11, 30}}, false}}});
  const ClearanceTriangulation solver = ClearanceTriangulation::build(space, {});
  ClearanceTriangulation::Scratch scratch;
  Path path;
  const auto answers = [&](double radius) {
    return solver.solve(space.locate({4, 4}), space.locate({96, 4}), radius, scratch, path).found;
  };
  for (const double radius : {0.0, 0.5, 0.99}) EXPECT_TRUE(answers(radius)) << radius;
  for (const double radius : {1.0, 1.01, 2.4}) EXPECT_FALSE(answers(radius)) << radius;
}

/// Regression: the solver found no path in two cases. In the first, two corners are so close that
/// the path around one corner crosses the arc around the other corner. In the second, bends far
/// from the origin seem to cross walls because of rounding.
TEST(ClearanceTriangulation, PassesTwoTipsCloseTogether) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> power(-9, -1);
  std::uniform_real_distribution<double> step(0, 1);
  ClearanceTriangulation::Scratch scratch;
  Path path;
  for (int i = 0; i < 400; ++i) {
    const double far = i % 2 == 0 ? 0 : std::ldexp(1, 30);
    const auto at = [&](double x, double y) { return Point{x, y - far}; };
    const double gap = std::max(std::pow(10, power(random)), far * 0x1p-50);
    const Point low = at(3, 4);
    const Point high = low + Point{(step(random) - 0.5) * gap, (0.1 + step(random)) * gap};
    const FreeSpace space =
        FreeSpace::from_polygons({{{{at(0, 0), at(8, 0), at(8, 8), at(0, 8)}, true},
                                   {{low, at(8, 2.5 * step(random) + 1), at(8, 3.8)}, false},
                                   {{high, at(8, 4.2), at(8, 7 - 2.5 * step(random))}, false}}});
    const double radius = 0.1 + 0.7 * step(random);
    const FreeSpace world = eroded(space, radius);
    const ClearanceTriangulation solver = ClearanceTriangulation::build(space, {});
    EXPECT_TRUE(
        solver.solve(space.locate(at(6, 0.9)), space.locate(at(6, 7.1)), radius, scratch, path)
            .found)
        << i;
    EXPECT_TRUE(PathChecker(world).check(path).legal) << i;
    Polyanya::Scratch exact;
    Path shortest;
    Polyanya(world).solve(world.locate(at(6, 0.9)), world.locate(at(6, 7.1)), exact, shortest);
    EXPECT_LE(length(path), length(shortest) * (1 + 1e-6)) << i;
  }
}

TEST(ClearanceTriangulation, RefusesEndsWithoutRoomForTheDisc) {
  const FreeSpace space = room_with_door({10, 3}, {10, 7});
  const ClearanceTriangulation solver = ClearanceTriangulation::build(space, {});
  ClearanceTriangulation::Scratch scratch;
  Path path;
  const auto answers = [&](Point from, Point to) {
    return solver.solve(space.locate(from), space.locate(to), 1, scratch, path).found;
  };
  EXPECT_TRUE(answers({2, 2}, {18, 2}));
  EXPECT_FALSE(answers({0.99, 2}, {18, 2}));
  EXPECT_FALSE(answers({2, 2}, {18, 9.5}));
  EXPECT_FALSE(answers({10, 2}, {18, 2}));
}

TEST(ClearanceTriangulation, TakesLessMemoryThanHalfOfFiveErodedMeshes) {
  for (const World& world : {random_stars(1, 6, 12), random_blocks(2, 40, 60)}) {
    const FreeSpace space = build(world);
    const ClearanceTriangulation solver = ClearanceTriangulation::build(space, {});
    std::size_t eroded_bytes = 0;
    for (const double radius : {0.0, 0.01, 0.02, 0.03, 0.04}) {
      const FreeSpace one = eroded(space, radius);
      eroded_bytes += JunctionMesh::build(one, {}).memory_bytes() + one.memory_bytes();
    }
    EXPECT_LT(2 * (solver.memory_bytes() + space.memory_bytes()), eroded_bytes) << world.name;
  }
}

}  // namespace
}  // namespace fairway::test
