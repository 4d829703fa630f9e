#include "algorithms/solvers/clearance_triangulation/clearance_triangulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/freespace/containment.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

static_assert(check_solver<ClearanceTriangulation>());

std::optional<FreeSpace> eroded_or_nothing(const FreeSpace& space, double radius) {
  try {
    return eroded(space, radius);
  } catch (const InvalidWorld&) {
    return std::nullopt;
  }
}

/// The clearance of an edge, by bisection.
double clearance(const ClearanceMesh& mesh, HalfEdge h, double above) {
  double low = 0;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + above) / 2;
    (mesh.passes(h, middle) ? low : above) = middle;
  }
  return low;
}

/// A room with a wall across, which has a door from `from` to `to`.
FreeSpace room_with_door(Point from, Point to) {
  return FreeSpace::from_polygons(
      {{{{{0, 0}, {20, 0}, {20, 10}, {0, 10}}, true}}, {{{10, 0}, from}, {to, {10, 10}}}});
}

/// Counts answers that differ from the eroded world.
struct Judged {
  long asked = 0;
  long found = 0;
  long illegal = 0;
  long refused = 0;
  long shorter = 0;
  double gap = 0;
};

/// Asks for paths between random points of the eroded world and around it.
class Judge {
 public:
  explicit Judge(unsigned seed) : random_(seed) {}

  void examine(const FreeSpace& space, int queries) {
    const ClearanceTriangulation solver = ClearanceTriangulation::build(space, {});
    const double size = std::max(space.box().width(), space.box().height());
    std::vector<double> radii{0, 0.5};
    for (int i = 0; i < 4; ++i) radii.push_back(size * std::pow(10, -3.5 + 3 * share()));
    const Triangulation& mesh = solver.mesh().triangulation();
    const TriangleId t = at_random(mesh);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (mesh.across(h) == kNoHalfEdge) continue;
      radii.push_back(clearance(solver.mesh(), h, size) * (i == 0 ? 1 - 1e-9 : 1 + 1e-9));
    }
    for (const double radius : radii) examine(space, solver, radius, queries);
  }

  const Judged& judged() const { return judged_; }

 private:
  double share() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  TriangleId at_random(const Triangulation& mesh) {
    std::uniform_int_distribution<TriangleId> pick(0, mesh.triangle_count() - 1);
    TriangleId t = pick(random_);
    while (!mesh.is_free(t)) t = pick(random_);
    return t;
  }

  Point point(const FreeSpace& space, const FreeSpace& world, int kind) {
    const double a = share() * (kind == 1 ? 1e-3 : 1);
    const double b = share() * (1 - a);
    if (kind == 0) {
      const Box& box = space.box();
      return {box.min.x + a * box.width(), box.min.y + share() * box.height()};
    }
    const Triangulation& mesh = world.triangulation();
    const auto& v = mesh.triangle(at_random(mesh)).vertex;
    const Point p = mesh.point(v[0]);
    return p + a * (mesh.point(v[1]) - p) + b * (mesh.point(v[2]) - p);
  }

  void examine(const FreeSpace& space, const ClearanceTriangulation& solver, double radius,
               int queries) {
    const std::optional<FreeSpace> world = eroded_or_nothing(space, radius);
    if (!world) return;
    const PathChecker checker(*world);
    const Polyanya exact(*world);
    for (int q = 0; q < queries; ++q) {
      const Point from = point(space, *world, q % 3);
      const Point to = point(space, *world, q % 3);
      const Location start = space.locate(from);
      const Location goal = space.locate(to);
      if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
      ++judged_.asked;
      const Location start_in = world->locate(from);
      const Location goal_in = world->locate(to);
      const bool exists = connected(*world, start_in, goal_in);
      if (!solver.solve(start, goal, radius, scratch_, path_).found) {
        judged_.refused += exists ? 1 : 0;
        continue;
      }
      ++judged_.found;
      if (!exists || !checker.check(path_).legal || path_.front() != from || path_.back() != to) {
        ++judged_.illegal;
        continue;
      }
      exact.solve(start_in, goal_in, exact_scratch_, best_);
      if (length(best_) == 0) continue;
      const double gap = length(path_) / length(best_) - 1;
      judged_.shorter += gap < -1e-9 ? 1 : 0;
      judged_.gap += gap;
    }
  }

  std::mt19937 random_;
  ClearanceTriangulation::Scratch scratch_;
  Polyanya::Scratch exact_scratch_;
  Path path_;
  Path best_;
  Judged judged_;
};

TEST(ClearanceTriangulation, AgreesWithTheErodedWorldAtAnyRadius) {
  Judge judge(5);
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
  Judge judge(8);
  for (const World& world : extreme_worlds()) {
    SCOPED_TRACE(world.name);
    judge.examine(build(world), 20);
  }
  EXPECT_GT(judge.judged().found, 100);
  EXPECT_EQ(judge.judged().illegal, 0);
}

/// A door of width w closes at radius w / 2, whatever its place and direction.
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
    // The sum low + 2 * half is rounded.
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

/// Assumed wrongly: an edge of the unrefined triangulation crosses each narrow place. The second
/// needle is nearest to the inside of the floor, and its triangle does not touch that point.
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
