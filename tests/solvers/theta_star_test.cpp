#include "algorithms/solvers/theta_star/theta_star.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/solvers/solver.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(Solver<ThetaStar>);

/// Results of comparing CentreSight with free space, over `samples` random pairs of free cells. If
/// `samples` is 0, all pairs are compared. `visible` counts the pairs that see each other in free
/// space. `different` counts the pairs for which CentreSight gives a wrong answer.
struct Differences {
  int different = 0;
  int visible = 0;
};
Differences differences(const FreeSpace& space, int samples) {
  const Grid grid = Grid::build(space, {.cell_size = 1, .neighbours = 8});
  const CentreSight sight(space, grid.graph());
  std::vector<Vertex> cells;
  for (Vertex v = 0; v < static_cast<Vertex>(grid.graph().vertices()); ++v) {
    if (grid.is_free(v)) cells.push_back(v);
  }
  Differences result;
  const auto place = [&](Vertex v) {
    return CentreSight::Place{v, grid.graph().division().cell(v)};
  };
  const auto compare = [&](Vertex a, Vertex b) {
    const bool truth = sees(space, space.locate(grid.position(a)), space.locate(grid.position(b)));
    result.visible += truth ? 1 : 0;
    result.different += sight.sees(space, grid.graph(), place(a), place(b)) == truth ? 0 : 1;
  };
  if (samples == 0) {
    for (const Vertex a : cells) {
      for (const Vertex b : cells) compare(a, b);
    }
  }
  std::mt19937 random(5);
  for (int k = 0; k < samples && !cells.empty(); ++k) {
    compare(cells[random() % cells.size()], cells[random() % cells.size()]);
  }
  return result;
}

TEST(CentreSight, AgreesWithFreeSpaceBetweenAllCells) {
  int visible = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const double blocked = 0.03 + 0.01 * (seed % 40);
    const int classes = 1 + static_cast<int>(seed % 3);
    const test::World world = test::random_raster(seed, 13, 9, blocked, classes);
    SCOPED_TRACE(world.name);
    const Differences found = differences(test::build(world), 0);
    ASSERT_EQ(found.different, 0);
    visible += found.visible;
  }
  EXPECT_GT(visible, 10000);
}

TEST(CentreSight, LeapsOverFreeSquaresWithoutMissingACell) {
  int visible = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const test::World world = test::random_raster(seed, 90, 70, 0.002 * (seed + 1), 1);
    SCOPED_TRACE(world.name);
    const Differences found = differences(test::build(world), 20000);
    ASSERT_EQ(found.different, 0);
    visible += found.visible;
  }
  EXPECT_GT(visible, 50000);
}

TEST(CentreSight, LeapsBeyondTheRangeOfAByte) {
  Raster raster(700, 600, 1);
  raster.set(350, 300, Raster::kBlocked);
  const Differences found = differences(FreeSpace::from_raster(raster), 3000);
  EXPECT_EQ(found.different, 0);
  EXPECT_GT(found.visible, 2000);
}

TEST(CentreSight, AsksFreeSpaceInErodedWorlds) {
  int visible = 0;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const FreeSpace space = test::build(test::random_raster(seed, 16, 14, 0.05, 1));
    for (const double radius : {0.3, 0.45}) {
      const Differences found = differences(eroded(space, radius), 3000);
      ASSERT_EQ(found.different, 0);
      visible += found.visible;
    }
  }
  EXPECT_GT(visible, 5000);
}

std::vector<test::World> worlds() {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(70, 5)) worlds.push_back(std::move(world));
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    worlds.push_back(test::random_raster(seed, 30, 24, 0.1 + 0.03 * (seed % 8), 1 + seed % 2));
  }
  return worlds;
}

double cell_size_for(const FreeSpace& space) {
  return space.made_of_cells() ? 1 : std::max(space.box().width(), space.box().height()) / 24;
}

class ThetaStarPaths : public testing::TestWithParam<bool> {};

TEST_P(ThetaStarPaths, AreLegalAndExistIfTheGridHasOne) {
  int found = 0;
  int missed = 0;
  double length_sum = 0;
  double grid_sum = 0;
  double optimum_sum = 0;
  for (const test::World& world : worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const double size = cell_size_for(space);
    const ThetaStar solver = ThetaStar::build(space, {.cell_size = size, .lazy = GetParam()});
    const Grid grid = Grid::build(space, {.cell_size = size, .neighbours = 8});
    const PathChecker checker(space);
    const ExactSolver exact(space);
    ExactSolver::Scratch exact_scratch;
    ThetaStar::Scratch scratch;
    Grid::Scratch grid_scratch;
    Attachment attachment;
    SearchScratch search_scratch;
    std::vector<Vertex> vertices;
    std::mt19937 random(3);
    std::vector<Point> points = test::probe_points(space, random, 60);
    for (Vertex v = 0; v < static_cast<Vertex>(grid.graph().vertices()); v += 7) {
      if (grid.is_free(v)) points.push_back(grid.position(v));
    }
    std::ranges::shuffle(points, random);
    Path path{{1, 2}};
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      const Location start = space.locate(points[k]);
      const Location goal = space.locate(points[k + 1]);
      if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
      SCOPED_TRACE(testing::Message() << start.point.x << ',' << start.point.y << ' '
                                      << goal.point.x << ',' << goal.point.y);
      grid.attach(start, goal, grid_scratch, attachment);
      const SearchResult octile = astar(
          grid.graph(), attachment, [](Vertex) { return 0.0; }, search_scratch, vertices);
      const SolverResult result = solver.solve(start, goal, scratch, path);
      ASSERT_EQ(result.found, octile.found);
      ASSERT_EQ(path.empty(), !result.found);
      if (!result.found) {
        ++missed;
        continue;
      }
      ++found;
      ASSERT_EQ(path.front(), start.point);
      ASSERT_EQ(path.back(), goal.point);
      const PathChecker::Verdict verdict = checker.check(path);
      ASSERT_TRUE(verdict.legal) << verdict.reason;
      const double optimum = exact.solve(start.point, goal.point, exact_scratch);
      ASSERT_GE(length(path), optimum * (1 - 1e-12));
      length_sum += length(path) / std::max(optimum, size);
      grid_sum += octile.cost / std::max(optimum, size);
      optimum_sum += optimum / std::max(optimum, size);
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(missed, 20);
  // Grid paths in eight directions are longer than the optimum. Any-angle paths must avoid more
  // than half of this excess.
  EXPECT_LT(length_sum - optimum_sum, 0.5 * (grid_sum - optimum_sum));
}

TEST_P(ThetaStarPaths, AreStraightIfEndsSeeEachOtherInTheOpen) {
  const FreeSpace space = FreeSpace::from_raster(Raster(40, 40, 1));
  const ThetaStar solver = ThetaStar::build(space, {.cell_size = 0, .lazy = GetParam()});
  ThetaStar::Scratch scratch;
  Path path;
  const Path ends[] = {{{0.5, 0.5}, {37.5, 22.5}}, {{3.25, 0}, {20.125, 39.75}}};
  for (const Path& end : ends) {
    ASSERT_TRUE(solver.solve(space.locate(end[0]), space.locate(end[1]), scratch, path).found);
    EXPECT_EQ(path, end);
  }
}

TEST_P(ThetaStarPaths, HaveOnePointIfStartIsGoal) {
  const FreeSpace space = FreeSpace::from_raster(Raster(4, 4, 1));
  const ThetaStar solver = ThetaStar::build(space, {.cell_size = 0, .lazy = GetParam()});
  ThetaStar::Scratch scratch;
  Path path;
  for (const Point p : {Point{1.5, 1.5}, Point{2, 3}, Point{0.1, 0.7}}) {
    ASSERT_TRUE(solver.solve(space.locate(p), space.locate(p), scratch, path).found);
    EXPECT_EQ(path, Path{p});
  }
}

INSTANTIATE_TEST_SUITE_P(BothKinds, ThetaStarPaths, testing::Bool(),
                         [](const auto& kind) { return kind.param ? "Lazy" : "Eager"; });

TEST(ThetaStar, LazyVariantIsHardlyLonger) {
  const FreeSpace space = test::build(test::random_raster(11, 60, 60, 0.2, 1));
  const ThetaStar eager = ThetaStar::build(space, {});
  const ThetaStar lazy = ThetaStar::build(space, {.cell_size = 0, .lazy = true});
  ThetaStar::Scratch scratch;
  std::mt19937 random(8);
  const std::vector<Point> points = test::probe_points(space, random, 100);
  Path path;
  double eager_sum = 0;
  double lazy_sum = 0;
  for (std::size_t k = 0; k + 1 < points.size(); k += 2) {
    const Location start = space.locate(points[k]);
    const Location goal = space.locate(points[k + 1]);
    if (!eager.solve(start, goal, scratch, path).found) continue;
    eager_sum += length(path);
    ASSERT_TRUE(lazy.solve(start, goal, scratch, path).found);
    lazy_sum += length(path);
  }
  EXPECT_NEAR(lazy_sum, eager_sum, 0.02 * eager_sum);
}

TEST(ThetaStar, RefusesInvalidCellSizes) {
  const FreeSpace space = FreeSpace::from_raster(Raster(4, 4, 1));
  for (const double size : {-1.0, 1e-15, HUGE_VAL, std::nan("")}) {
    EXPECT_THROW(ThetaStar::build(space, {.cell_size = size}), std::invalid_argument) << size;
  }
}

}  // namespace
}  // namespace fairway
