#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "algorithms/changes/grid_changes.hpp"
#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "tests/changes/repaired.hpp"
#include "tests/support/bursts.hpp"

namespace fairway::test {
namespace {

using RepairedGrid = Repaired<Grid, GridChanges>;

void expect_same(const Grid& repaired, const Grid& rebuilt) {
  ASSERT_EQ(repaired.vertex_count(), rebuilt.vertex_count());
  ASSERT_EQ(repaired.report().components, rebuilt.report().components);
  ASSERT_EQ(repaired.report().covered_area, rebuilt.report().covered_area);
  std::map<std::int32_t, std::int32_t> label;
  std::set<std::int32_t> labels;
  for (Vertex v = 0; v < static_cast<Vertex>(rebuilt.graph().vertices()); ++v) {
    ASSERT_EQ(repaired.graph().mask(v), rebuilt.graph().mask(v)) << "cell " << v;
    ASSERT_EQ(repaired.is_free(v), rebuilt.is_free(v));
    if (!rebuilt.is_free(v)) continue;
    const auto [known, added] = label.emplace(rebuilt.component(v), repaired.component(v));
    ASSERT_EQ(known->second, repaired.component(v));
    ASSERT_EQ(added, labels.insert(repaired.component(v)).second);
  }
}

TEST(Grid, EqualsARebuildAfterRandomCellChanges) {
  std::mt19937 random(1);
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  int bursts = 0;
  for (int world = 0; world < 80; ++world) {
    Raster cells(1 + below(40), 1 + below(40), 1);
    const int classes = world % 4 == 0 ? 3 : 2;
    for (int i = cells.width() * cells.height() / 3; i > 0; --i) {
      cells.set(below(cells.width()), below(cells.height()),
                static_cast<Raster::Class>(below(classes)));
    }
    cells.set(0, 0, 1);
    ChangingSpace changing(FreeSpace::from_raster(cells), SpacePart::kCells);
    std::vector<RepairedGrid> grids;
    for (const int neighbours : Grid::Options::kNeighbours) {
      grids.emplace_back(changing.space(), Grid::Options{.cell_size = 0, .neighbours = neighbours});
    }
    for (int b = 0; b < 40; ++b) {
      Burst burst;
      for (int patches = below(5) == 0 ? 2 : 1; patches > 0; --patches) {
        CellPatch patch{below(cells.width()), below(cells.height()), {}};
        patch.cells = Raster(1 + below(std::min(6, cells.width() - patch.x)),
                             1 + below(std::min(6, cells.height() - patch.y)));
        const int kind = below(3);
        for (int y = 0; y < patch.cells.height(); ++y) {
          for (int x = 0; x < patch.cells.width(); ++x) {
            const int value = kind == 2 ? below(classes) : kind;
            patch.cells.set(x, y, static_cast<Raster::Class>(value));
          }
        }
        burst.patches.push_back(std::move(patch));
      }
      std::optional<SpaceChange> change;
      try {
        change = changing.change(burst);
      } catch (const InvalidBurst&) {
        continue;
      }
      ++bursts;
      const FreeSpace now = FreeSpace::from_raster(*changing.space().raster());
      for (std::size_t i = 0; i < grids.size(); ++i) {
        ASSERT_TRUE(grids[i].follow(*change));
        expect_same(*grids[i], Grid::build(now, {.cell_size = 0,
                                                 .neighbours = Grid::Options::kNeighbours[i]}));
        if (HasFatalFailure()) FAIL() << "world " << world << " burst " << b;
      }
    }
  }
  EXPECT_GT(bursts, 2000);
}

/// Doors open and close, so that rooms are joined and separated. Some bursts add a chequered block
/// that encloses single cells. The grid stores its cells in several chunks, and rooms cross the
/// borders of chunks.
TEST(Grid, ComponentsSplitAndJoinInLargeWorlds) {
  constexpr int kRooms = 16;
  constexpr int kRoom = 12;  // cells per room, including a wall
  constexpr int kSide = kRooms * kRoom;
  std::mt19937 random(8);
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  for (int world = 0; world < 4; ++world) {
    const auto open = static_cast<Raster::Class>(1);
    Raster cells(kSide, kSide, open);
    for (int k = 0; k < kSide; ++k) {
      for (int wall = 0; wall < kSide; wall += kRoom) {
        // In the last world, the walls between rooms consist of cells of water instead of blocked
        // cells. Ground and water are both free, but a wall of zero width separates them.
        const auto kind = static_cast<Raster::Class>(world == 3 ? 2 : Raster::kBlocked);
        cells.set(k, wall, kind);
        cells.set(wall, k, kind);
      }
    }
    ChangingSpace changing(FreeSpace::from_raster(cells), SpacePart::kCells);
    RepairedGrid grid(changing.space(), {.cell_size = 0, .neighbours = world == 1 ? 16 : 8});
    for (int b = 0; b < 120; ++b) {
      Burst burst;
      for (int doors = 1 + below(4); doors > 0; --doors) {
        const int wall = kRoom * below(kRooms);
        const int along = below(kSide - 2);
        const bool upright = below(2) == 0;
        CellPatch door{upright ? wall : along, upright ? along : wall,
                       upright ? Raster(1, 2) : Raster(2, 1)};
        const auto to = static_cast<Raster::Class>(below(3) == 0 ? Raster::kBlocked : open);
        for (int y = 0; y < door.cells.height(); ++y) {
          for (int x = 0; x < door.cells.width(); ++x) door.cells.set(x, y, to);
        }
        burst.patches.push_back(std::move(door));
      }
      if (below(4) == 0) {
        CellPatch chequered{below(kSide - 7), below(kSide - 7), Raster(7, 7)};
        for (int y = 0; y < 7; ++y) {
          for (int x = 0; x < 7; ++x) {
            chequered.cells.set(x, y, static_cast<Raster::Class>((x + y) % 2));
          }
        }
        burst.patches.push_back(std::move(chequered));
      }
      const SpaceChange change = changing.change(burst);
      ASSERT_TRUE(grid.follow(change));
      expect_same(*grid, Grid::build(FreeSpace::from_raster(*changing.space().raster()),
                                     {.cell_size = 0, .neighbours = world == 1 ? 16 : 8}));
      if (HasFatalFailure()) FAIL() << "world " << world << " burst " << b;
    }
  }
}

// Regression: the code compared every pair of patches of a burst. A burst of many patches took 200
// times as long as a rebuild.
TEST(Grid, ManyPatchesAreOneBlock) {
  Raster cells(100, 60, 1);
  ChangingSpace changing(FreeSpace::from_raster(cells), SpacePart::kCells);
  RepairedGrid grid(changing.space(), {});
  Burst burst;
  for (int y = 2; y < 58; y += 4) {
    for (int x = 3; x < 97; x += 4) burst.patches.push_back({x, y, Raster(1, 1)});
  }
  ASSERT_TRUE(grid.follow(changing.change(burst)));
  ASSERT_EQ(grid.changes->changed_blocks().size(), 1U);
  expect_same(*grid, Grid::build(FreeSpace::from_raster(*changing.space().raster()), {}));
}

// Regression: the repair assumed that the components near a change have consecutive numbers.
TEST(Grid, EqualsARebuildAfterRandomBursts) {
  const std::vector<Grid::Options> variants{{1, 8}, {0.5, 16}, {0.4, 4}, {0.3, 32}, {0, 8}};
  std::mt19937 random(5);
  int bursts = 0;
  for (int world = 0; world < 60; ++world) {
    ChangingWorld changing(random, world);
    std::vector<RepairedGrid> grids;
    for (const Grid::Options& options : variants) {
      grids.emplace_back(changing.space(), options);
    }
    for (int b = 0; b < 25; ++b) {
      const auto change = changing.next_burst(random);
      if (!change) continue;
      ++bursts;
      const FreeSpace now = changing.rebuilt();
      for (std::size_t i = 0; i < grids.size(); ++i) {
        if (variants[i].cell_size == 0 && world % 10 != 0) continue;  // 512 x 512 cells
        ASSERT_TRUE(grids[i].follow(*change));
        expect_same(*grids[i], Grid::build(now, variants[i]));
        if (HasFatalFailure()) FAIL() << "world " << world << " burst " << b << " variant " << i;
      }
    }
  }
  EXPECT_GT(bursts, 600);
}

/// The grid must report each vertex whose moves a burst changed. D* Lite continues its search from
/// these vertices.
TEST(Grid, ReportsTheVerticesWhoseMovesChanged) {
  std::mt19937 random(6);
  for (int world = 0; world < 20; ++world) {
    ChangingWorld changing(random, world);
    const Grid::Options options{0.5, 8};
    RepairedGrid grid(changing.space(), options);
    for (int b = 0; b < 20; ++b) {
      const Grid before = Grid::build(changing.space(), options);
      const auto change = changing.next_burst(random);
      if (!change) continue;
      ASSERT_TRUE(grid.follow(*change));
      const std::span<const Vertex> reported = grid.changes->changed_vertices();
      std::set<Vertex> differ;
      for (Vertex v = 0; v < static_cast<Vertex>(grid->graph().vertices()); ++v) {
        if (grid->graph().mask(v) != before.graph().mask(v)) differ.insert(v);
      }
      ASSERT_EQ(std::set<Vertex>(reported.begin(), reported.end()), differ) << "world " << world;
      ASSERT_EQ(reported.size(), differ.size());
    }
  }
}

}  // namespace
}  // namespace fairway::test
