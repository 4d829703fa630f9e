// Tests Detour's tile cache in changing worlds. Built only if Debian's librecast-dev is installed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "programs/detour/detour_tile_cache.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

std::vector<std::pair<Point, Point>> sides(const DetourTileCache& tiles) {
  std::vector<std::pair<Point, Point>> result;
  tiles.draw([&](Point a, Point b) { result.emplace_back(a, b); });
  return result;
}

void expect_same_mesh(const DetourTileCache& repaired, const DetourTileCache& anew) {
  EXPECT_EQ(repaired.vertex_count(), anew.vertex_count());
  EXPECT_EQ(repaired.edge_count(), anew.edge_count());
  EXPECT_EQ(sides(repaired), sides(anew));
}

TEST(DetourTileCacheChange, MakesTheMeshAndAnswersOfABuildAnew) {
  std::mt19937 random(1);
  std::int64_t found = 0;
  std::int64_t most_boxes = 0;
  for (int number = 0; number < 40; ++number) {
    ChangingWorld world(random, number);
    DetourTileCache::Options options;
    options.cell_size = world.has_cells() ? 0 : 0.5;
    options.tile_cells = 4 + number % 3 * 6;
    options.contour_error = number % 2 == 0 ? 0 : 1.3;
    options.max_obstacles = number % 5 == 4 ? 2 : 128;
    options.snap = true;
    DetourTileCache tiles = DetourTileCache::build(world.space(), options);
    DetourTileCache::Scratch scratch;
    for (int b = 0; b < 20; ++b) {
      const std::optional<SpaceChange> change = world.next_burst(random);
      if (!change) continue;
      ASSERT_TRUE(tiles.change(*change));
      const FreeSpace now = world.rebuilt();
      const DetourTileCache anew = DetourTileCache::build(now, options);
      expect_same_mesh(tiles, anew);
      if (HasFailure()) FAIL() << "world " << number << " burst " << b;
      most_boxes = std::max(most_boxes, static_cast<std::int64_t>(tiles.box_count()));
      EXPECT_LE(tiles.box_count(), static_cast<std::size_t>(options.max_obstacles));
      DetourTileCache::Scratch fresh;
      Path path;
      const std::vector<Point> points = probe_points(now, random, 5);
      for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const bool is = tiles
                            .solve(world.space().locate(points[i]),
                                   world.space().locate(points[i + 1]), scratch, path)
                            .found;
        const bool expected =
            anew.solve(now.locate(points[i]), now.locate(points[i + 1]), fresh, path).found;
        EXPECT_EQ(is, expected);
        found += expected ? 1 : 0;
      }
    }
  }
  EXPECT_GT(found, 400);
  EXPECT_GT(most_boxes, 4);
}

/// If an obstacle covers few rectangles of cells, the tile cache gets each rectangle as a box. If
/// it covers many rectangles, the tile cache gets one layer of cells instead. In both cases,
/// removing the obstacle must restore the mesh from before the obstacle was added.
TEST(DetourTileCacheChange, UndoneChangesLeaveTheFirstMesh) {
  const FreeSpace first =
      FreeSpace::from_polygons({{{{{0, 0}, {64, 0}, {64, 64}, {0, 64}}, true}}, {}});
  ChangingSpace world(first);
  DetourTileCache::Options options;
  options.cell_size = 1;
  options.tile_cells = 16;
  DetourTileCache tiles = DetourTileCache::build(world.space(), options);
  const auto before = sides(tiles);
  ASSERT_TRUE(tiles.change(world.change({.added = {{1, {{8, 8}, {40, 8}, {40, 24}, {8, 24}}}}})));
  EXPECT_EQ(tiles.box_count(), 6U);  // one box in each tile that the obstacle meets
  EXPECT_NE(sides(tiles), before);
  ASSERT_TRUE(tiles.change(world.change({.removed = {1}})));
  EXPECT_EQ(tiles.box_count(), 0U);
  EXPECT_EQ(sides(tiles), before);
  ASSERT_TRUE(tiles.change(world.change({.added = {{2, {{0, 0}, {15, 1}, {1, 14}}}}})));
  EXPECT_EQ(tiles.box_count(), 0U);
  EXPECT_NE(sides(tiles), before);
  ASSERT_TRUE(tiles.change(world.change({.removed = {2}})));
  EXPECT_EQ(sides(tiles), before);
}

}  // namespace
}  // namespace fairway::test
