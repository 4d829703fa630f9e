#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "algorithms/changes/anya_changes.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/solvers/anya/anya.hpp"
#include "algorithms/solvers/anya/run_components.hpp"
#include "algorithms/solvers/cell_rows.hpp"
#include "tests/changes/repaired.hpp"
#include "tests/solvers/solver_comparison.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// A raster of up to 150 x 150 cells of up to three classes. Every third raster is narrow. Some
/// rasters must be large: in a small raster, a change relabels all components instead of only the
/// components near the change.
Raster random_cells(std::mt19937& random, int number) {
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  const int most = number % 2 == 0 ? 150 : 40;
  Raster cells(number % 6 == 0 ? 1 + below(3) : 1 + below(most),
               number % 6 == 3 ? 1 + below(3) : 1 + below(most), 1);
  const int part = number % 4 == 0 ? 40 : number % 4 == 1 ? 8 : 2;
  for (int i = cells.width() * cells.height() / part; i > 0; --i) {
    cells.set(below(cells.width()), below(cells.height()),
              static_cast<Raster::Class>(below(number % 3 == 0 ? 3 : 2)));
  }
  cells.set(0, 0, 1);
  return cells;
}

void expect_same_components(const Raster& cells, Raster::Class of, const RunComponents& repaired,
                            const RunComponents& rebuilt) {
  ASSERT_EQ(repaired.count(), rebuilt.count());
  constexpr std::int32_t kNone = -1;
  const auto most = static_cast<std::size_t>(cells.width() * cells.height());
  std::vector<std::int32_t> label(most, kNone);  // for each rebuilt label: the repaired label
  std::vector<std::int32_t> back(most, kNone);
  const auto match = [&](std::vector<std::int32_t>& to, std::int32_t from, std::int32_t is) {
    std::int32_t& known = to.at(static_cast<std::size_t>(from));
    if (known == kNone) known = is;
    return known == is;
  };
  for (int j = 0; j < cells.height(); ++j) {
    for (int i = 0; i < cells.width(); ++i) {
      if (cells.at(i, j) != of) continue;
      const std::int32_t a = rebuilt.at(i, j);
      const std::int32_t b = repaired.at(i, j);
      ASSERT_TRUE(match(label, a, b) && match(back, b, a)) << i << ", " << j;
    }
  }
}

TEST(RunComponents, EqualARebuildAfterRandomCellChanges) {
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 200));
  int bursts = 0;
  int changed_components = 0;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random_cells(random, number));
    const Raster& cells = *world.space().raster();
    CellRows rows(cells, 1);
    RunComponents components(rows, cells.width(), cells.height());
    AnyaChanges::RunLabels labels;
    for (int b = 0; b < 40; ++b) {
      // Every fourth burst consists of up to five random bursts, so that it changes several areas
      // at once.
      std::set<int> changed;
      for (int more = b % 4 == 0 ? 5 : 1; more > 0; --more) {
        const auto change = world.next_burst(random);
        if (!change) continue;
        for (const CellBlock& block : change->cells) {
          for (int j = block.y; j < block.y + block.height; ++j) {
            if (rows.update(cells, 1, j, block.x, block.x + block.width)) changed.insert(j);
          }
        }
      }
      bursts += changed.empty() ? 0 : 1;
      const int before = components.count();
      labels.update(components, rows, cells.width(),
                    std::vector<int>(changed.begin(), changed.end()));
      changed_components += components.count() != before;
      const CellRows rebuilt_rows(cells, 1);
      expect_same_components(cells, 1, components,
                             RunComponents(rebuilt_rows, cells.width(), cells.height()));
      if (HasFatalFailure()) FAIL() << "world " << number << " burst " << b;
    }
  }
  EXPECT_GT(bursts, 20 * worlds);
  EXPECT_GT(changed_components, 5 * worlds);
}

TEST(AnyaChange, AnswersLikeARebuildAfterRandomChanges) {
  std::mt19937 random(from_environment("SEED", 2));
  const int worlds = static_cast<int>(from_environment("WORLDS", 60));
  SolverComparison<Anya> comparison;
  for (int number = 0; number < worlds; ++number) {
    ChangingWorld world(random_cells(random, number));
    Repaired<Anya, AnyaChanges> solver(world.space(), {});
    for (int b = 0; b < 30; ++b) {
      const auto change = world.next_burst(random);
      if (!change) continue;
      ASSERT_TRUE(solver.follow(*change));
      const FreeSpace now = world.rebuilt();
      comparison.compare(*solver, world.space(), Anya::build(now, {}), now,
                         probe_points(now, random, 8));
      if (HasFailure()) FAIL() << "world " << number << " burst " << b;
    }
  }
  EXPECT_GT(comparison.compared(), 100 * worlds);
  EXPECT_GT(comparison.found(), 50 * worlds);
}

/// The world has only ground at first, then ground and water, and at last only ground again. One of
/// the changes adds water that joins two lakes.
TEST(AnyaChange, HandlesClassesThatAppearAndDisappear) {
  ChangingSpace changing(FreeSpace::from_raster(Raster(9, 5, 2)), SpacePart::kCells);
  Repaired<Anya, AnyaChanges> solver(changing.space(), {});
  const std::vector<CellPatch> patches{{1, 1, Raster(2, 3, 7)}, {6, 1, Raster(2, 3, 7)},
                                       {4, 0, Raster(1, 5, 0)}, {3, 2, Raster(3, 1, 7)},
                                       {0, 0, Raster(9, 5, 1)}, {0, 0, Raster(9, 5, 2)}};
  const std::vector<int> components{2, 3, 4, 3, 1, 1};
  for (std::size_t i = 0; i < patches.size(); ++i) {
    ASSERT_TRUE(solver.follow(changing.change({.patches = {patches[i]}})));
    EXPECT_EQ(solver->report().components, components[i]) << i;
    const Anya rebuilt = Anya::build(changing.space(), {});
    EXPECT_EQ(solver->report().components, rebuilt.report().components) << i;
    EXPECT_EQ(solver->vertex_count(), rebuilt.vertex_count()) << i;
    EXPECT_EQ(solver->edge_count(), rebuilt.edge_count()) << i;
  }
}

}  // namespace
}  // namespace fairway::test
