#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "algorithms/changes/theta_star_changes.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/solvers/centre_sight.hpp"
#include "algorithms/solvers/theta_star/theta_star.hpp"
#include "tests/changes/repaired.hpp"
#include "tests/solvers/solver_comparison.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

int below(std::mt19937& random, int end) {
  return static_cast<int>(random() % static_cast<unsigned>(end));
}

/// A grid and its visibility test between cell centres (CentreSight). change() repairs both after a
/// burst in a world of cells.
class RepairedSight {
 public:
  explicit RepairedSight(const FreeSpace& space)
      : grid_(space, {.cell_size = 0, .neighbours = 8}), sight_(space, grid_->graph()) {}

  void change(const SpaceChange& change) {
    ASSERT_TRUE(grid_.follow(change));
    update_sight(sight_, grid_->graph(), grid_.changes->changed_vertices());
  }
  bool equals_rebuild(const FreeSpace& now) const {
    const Grid rebuilt = Grid::build(now, {.cell_size = 0, .neighbours = 8});
    return sight_ == CentreSight(now, rebuilt.graph());
  }

 private:
  Repaired<Grid, GridChanges> grid_;
  CentreSight sight_;
};

TEST(CentreSight, EqualsARebuildAfterRandomCellChanges) {
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 120));
  int bursts = 0;
  for (int number = 0; number < worlds; ++number) {
    // Every third lattice is narrow. Some lattices have almost no blocked cells, so that the free
    // squares that CentreSight stores are large.
    Raster cells(number % 6 == 0 ? 1 + below(random, 3) : 1 + below(random, 50),
                 number % 6 == 3 ? 1 + below(random, 3) : 1 + below(random, 50), 1);
    const int part = number % 4 == 0 ? 400 : number % 4 == 1 ? 40 : 4;
    for (int i = cells.width() * cells.height() / part; i > 0; --i) {
      cells.set(below(random, cells.width()), below(random, cells.height()),
                static_cast<Raster::Class>(below(random, 3)));
    }
    cells.set(0, 0, 1);
    ChangingWorld world(cells);
    RepairedSight follower(world.space());
    for (int b = 0; b < 40; ++b) {
      const auto change = world.next_burst(random);
      if (!change) continue;
      ++bursts;
      follower.change(*change);
      ASSERT_TRUE(follower.equals_rebuild(world.rebuilt())) << "world " << number << " burst " << b;
    }
  }
  EXPECT_GT(bursts, 30 * worlds);
}

/// A square patch of cells of one class: the upper left corner, the side and the class.
struct Square {
  int x;
  int y;
  int side;
  Raster::Class cells;
};
Burst burst_of(const std::vector<Square>& squares) {
  Burst burst;
  for (const Square& square : squares) {
    burst.patches.push_back({square.x, square.y, Raster(square.side, square.side, square.cells)});
  }
  return burst;
}

TEST(CentreSight, UpdatesReachesBeyondTheRangeOfAByte) {
  ChangingSpace changing(FreeSpace::from_raster(Raster(600, 600, 1)), SpacePart::kCells);
  RepairedSight follower(changing.space());
  const std::vector<std::vector<Square>> bursts{
      {{299, 299, 2, 0}},                     // blocks a square in the middle of the world
      {{299, 299, 2, 1}},                     // frees this square again
      {{254, 300, 1, 0}},                     // blocks a cell beside cells with the largest reach
      {{254, 300, 1, 1}, {255, 300, 1, 0}},   // moves this blocked cell by one column
      {{0, 0, 100, 0}, {500, 500, 100, 0}},   // blocks two corners of the world
      {{255, 300, 1, 1}, {300, 300, 40, 2}},  // adds ground of another class, which has walls
      {{0, 0, 600, 0}, {10, 10, 580, 1}},     // blocks everything around 580 x 580 cells
      {{0, 0, 600, 1}},                       // frees all cells again
  };
  for (std::size_t b = 0; b < bursts.size(); ++b) {
    follower.change(changing.change(burst_of(bursts[b])));
    ASSERT_TRUE(follower.equals_rebuild(FreeSpace::from_raster(*changing.space().raster())))
        << "burst " << b;
  }
}

class ThetaStarChange : public testing::TestWithParam<bool> {};

TEST_P(ThetaStarChange, AnswersLikeARebuildAfterRandomChanges) {
  std::mt19937 random(from_environment("SEED", 2));
  const int worlds = static_cast<int>(from_environment("WORLDS", 40));
  SolverComparison<ThetaStar> comparison;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random, number);
    // In every second world with cells, the grid uses the cells of the world (cell size 0).
    const double sizes[] = {0.5, 1, 0.3};
    const ThetaStar::Options options{world.has_cells() && number % 2 == 0 ? 0 : sizes[number % 3],
                                     GetParam()};
    Repaired<ThetaStar, ThetaStarChanges> solver(world.space(), options);
    for (int b = 0; b < 25; ++b) {
      const auto change = world.next_burst(random);
      if (!change) continue;
      ASSERT_TRUE(solver.follow(*change));
      const FreeSpace now = world.rebuilt();
      comparison.compare(*solver, world.space(), ThetaStar::build(now, options), now,
                         probe_points(now, random, 8));
      if (HasFailure()) FAIL() << "world " << number << " burst " << b;
    }
  }
  EXPECT_GT(comparison.compared(), 60 * worlds);
  EXPECT_GT(comparison.found(), 40 * worlds);
}

INSTANTIATE_TEST_SUITE_P(BothKinds, ThetaStarChange, testing::Bool(),
                         [](const auto& run) { return run.param ? "lazy" : "eager"; });

}  // namespace
}  // namespace fairway::test
