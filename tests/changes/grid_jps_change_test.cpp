#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "algorithms/changes/cell_blocks.hpp"
#include "algorithms/changes/grid_jps_changes.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/solvers/grid_jps/grid_jps.hpp"
#include "tests/changes/repaired.hpp"
#include "tests/solvers/solver_comparison.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// The jumps of each cell in all directions.
template <class Jumps>
std::vector<std::int32_t> all_jumps(const Grid& grid, const Jumps& jumps) {
  std::vector<std::int32_t> all;
  const GridGraph& graph = grid.graph();
  for (Vertex v = 0; v < static_cast<Vertex>(graph.vertices()); ++v) {
    if (!grid.is_free(v)) continue;
    const RowDivision::Cell at = graph.division().cell(v);
    const JumpCell cell{v, at.i, at.j};
    const std::uint32_t legal = graph.mask(v);
    const auto straight = [&]<int D>() {
      if ((legal >> D & 1) != 0) all.push_back(jumps.template straight<D>(cell));
    };
    straight.template operator()<0>();
    straight.template operator()<1>();
    straight.template operator()<2>();
    straight.template operator()<3>();
    const auto diagonal = [&]<int D>() {
      all.push_back(jumps.template diagonal<D>(
          graph, cell, [&](std::int32_t steps, int direction, std::int32_t jump) {
            all.insert(all.end(), {steps, direction, jump});
          }));
    };
    diagonal.template operator()<4>();
    diagonal.template operator()<5>();
    diagonal.template operator()<6>();
    diagonal.template operator()<7>();
  }
  return all;
}

/// Both kinds of jump point search, repaired in the same changing world.
struct Followed {
  explicit Followed(const FreeSpace& space, double cell_size = 0)
      : online(space, {cell_size, JumpKind::kOnline}),
        stored(space, {cell_size, JumpKind::kStored}) {}

  void follow(const SpaceChange& change) {
    ASSERT_TRUE(online.follow(change));
    ASSERT_TRUE(stored.follow(change));
  }

  void expect_equal_to_rebuild() const {
    const Grid& grid = online.adapter->grid();
    const JumpRules& rules = online.adapter->rules();
    const JumpRules rebuilt(grid);
    ASSERT_TRUE(rules.any_irregular() || !rebuilt.any_irregular());
    for (Vertex v = 0; v < static_cast<Vertex>(grid.graph().vertices()); ++v) {
      ASSERT_EQ(rules.irregular(v), rebuilt.irregular(v)) << "cell " << v;
    }
    ASSERT_EQ(all_jumps(grid, *online.adapter->lines()), all_jumps(grid, JumpLines(grid, rebuilt)));
    ASSERT_EQ(all_jumps(grid, *stored.adapter->table()), all_jumps(grid, JumpTable(grid, rebuilt)));
  }

  Repaired<GridJps, GridJpsChanges> online;
  Repaired<GridJps, GridJpsChanges> stored;
};

const std::vector<GridJps::Options> kJumpVariants{{0.5, JumpKind::kOnline},
                                                  {0.5, JumpKind::kStored},
                                                  {1, JumpKind::kOnline},
                                                  {1, JumpKind::kStored},
                                                  {0.3, JumpKind::kStored}};

TEST(GridJpsChange, JumpsEqualARebuildAfterRandomChanges) {
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 60));
  int bursts = 0;
  int irregular = 0;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random, number);
    const double size = number % 4 < 2 ? 1 : 0.4;
    Followed followed(world.space(), size);
    for (int b = 0; b < 30; ++b) {
      const auto change = world.next_burst(random);
      if (!change) continue;
      ++bursts;
      followed.follow(*change);
      followed.expect_equal_to_rebuild();
      irregular += followed.online.adapter->rules().any_irregular();
      if (HasFatalFailure()) FAIL() << "world " << number << " burst " << b;
    }
  }
  EXPECT_GT(bursts, 12 * worlds);
  EXPECT_GT(irregular, worlds);
}

TEST(GridJpsChange, GoalBoundsNeedARebuild) {
  std::mt19937 random(3);
  ChangingWorld world(random, 0);
  Repaired<GridJps, GridJpsChanges> bounded(world.space(), {1, JumpKind::kBounded});
  for (int b = 0; b < 10; ++b) {
    const auto change = world.next_burst(random);
    if (!change) continue;
    EXPECT_FALSE(bounded.follow(*change));
    return;
  }
  FAIL() << "no burst changed the world";
}

TEST(GridJpsChange, PathsEqualThePathsOfARebuild) {
  std::mt19937 random(from_environment("SEED", 2));
  const int worlds = static_cast<int>(from_environment("WORLDS", 60));
  SolverComparison<GridJps> comparison;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random, number);
    std::vector<Repaired<GridJps, GridJpsChanges>> followers;
    for (const GridJps::Options& options : kJumpVariants) {
      followers.emplace_back(world.space(), options);
    }
    for (int b = 0; b < 20; ++b) {
      const auto change = world.next_burst(random);
      if (!change) continue;
      const FreeSpace now = world.rebuilt();
      const std::vector<Point> points = probe_points(now, random, 5);
      for (std::size_t k = 0; k < followers.size(); ++k) {
        SCOPED_TRACE("world " + std::to_string(number) + " burst " + std::to_string(b) +
                     " variant " + std::to_string(k));
        ASSERT_TRUE(followers[k].follow(*change));
        comparison.compare(*followers[k], world.space(), GridJps::build(now, kJumpVariants[k]), now,
                           points);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(comparison.found(), 500);
}

/// Sets or clears single cells in a large open grid. A single cell can shorten or lengthen jumps
/// that cross the whole grid.
TEST(GridJpsChange, UpdatesLongJumps) {
  constexpr int kSide = 150;
  Raster cells(kSide, kSide, 1);
  ChangingSpace changing(FreeSpace::from_raster(cells), SpacePart::kCells);
  Followed followed(changing.space());
  std::mt19937 random(3);
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  for (int b = 0; b < 12; ++b) {
    Burst burst;
    CellPatch patch{below(kSide - 3), below(kSide - 3), Raster(1 + below(3), 1 + below(3))};
    for (int y = 0; y < patch.cells.height(); ++y) {
      for (int x = 0; x < patch.cells.width(); ++x) {
        patch.cells.set(x, y, static_cast<Raster::Class>(b % 4 == 3));
      }
    }
    burst.patches.push_back(std::move(patch));
    followed.follow(changing.change(burst));
    followed.expect_equal_to_rebuild();
    if (HasFatalFailure()) FAIL() << "burst " << b;
  }
}

}  // namespace
}  // namespace fairway::test
