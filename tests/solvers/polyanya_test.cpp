#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "algorithms/geometry/point.hpp"
#include "algorithms/solvers/polyanya.hpp"

namespace fairway::test {
namespace {

static_assert(check_solver<PolyanyaSolver>());

/// A square room round a square pillar.
FreeSpace ring() {
  return FreeSpace::from_polygons(
      {{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true}, {{{1, 1}, {1, 3}, {3, 3}, {3, 1}}, false}}});
}

TEST(PolyanyaSolver, AnswersWithThePathAndCounts) {
  const FreeSpace space = ring();
  const PolyanyaSolver solver = PolyanyaSolver::build(space, {});
  PolyanyaSolver::Scratch scratch;
  Path path{{9, 9}};
  const SolverResult found =
      solver.solve(space.locate({0.5, 0.5}), space.locate({3.5, 3.25}), scratch, path);
  EXPECT_TRUE(found.found);
  EXPECT_GT(found.expanded, 0U);
  EXPECT_GE(found.generated, found.expanded);
  EXPECT_THAT(path, testing::ElementsAre(Point{0.5, 0.5}, Point{3, 1}, Point{3.5, 3.25}));
}

TEST(PolyanyaSolver, FindsNothingBetweenTwoRooms) {
  const FreeSpace space = FreeSpace::from_polygons(
      {{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, true}, {{{2, 0}, {3, 0}, {3, 1}, {2, 1}}, true}}});
  const PolyanyaSolver solver = PolyanyaSolver::build(space, {});
  PolyanyaSolver::Scratch scratch;
  Path path{{9, 9}};
  EXPECT_FALSE(
      solver.solve(space.locate({0.5, 0.5}), space.locate({2.5, 0.5}), scratch, path).found);
  EXPECT_TRUE(path.empty());
  EXPECT_EQ(solver.report().components, 2);
}

TEST(PolyanyaSolver, DrawsEachSideOfItsCellsOnce) {
  const FreeSpace space = ring();
  for (const bool merged : {true, false}) {
    const PolyanyaSolver solver = PolyanyaSolver::build(space, {merged});
    double drawn = 0;
    std::size_t sides = 0;
    solver.draw([&](Point a, Point b) {
      drawn += distance(a, b);
      ++sides;
    });
    constexpr std::size_t kWalls = 8;
    EXPECT_EQ(sides, kWalls + solver.edge_count());
    EXPECT_GT(drawn, 24.0);
    EXPECT_EQ(solver.report().covered_area, 12.0);
    EXPECT_EQ(solver.vertex_count(), merged ? 4U : 8U);
  }
}

}  // namespace
}  // namespace fairway::test
