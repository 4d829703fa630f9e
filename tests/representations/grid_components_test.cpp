#include "algorithms/representations/grid/components.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace fairway::test {
namespace {

/// A random raster. On average, `blocked` percent of the cells are blocked, and `walls` percent of
/// the borders between cells are walls.
RasterisedSpace random_raster(std::mt19937& random, int columns, int rows, unsigned blocked,
                              unsigned walls) {
  RasterisedSpace raster;
  raster.grid.columns = columns;
  raster.grid.rows = rows;
  raster.cells.resize(raster.grid.count());
  for (std::uint8_t& cell : raster.cells) {
    if (random() % 100 >= blocked) cell |= RasterisedSpace::kFree;
    if (random() % 100 < walls) cell |= RasterisedSpace::kWestWall;
    if (random() % 100 < walls) cell |= RasterisedSpace::kSouthWall;
  }
  return raster;
}

/// Computes the component of each cell by flood fill. A cell that is not free has the component -1.
std::vector<int> flood(const RasterisedSpace& raster, int& count) {
  const CellGrid& grid = raster.grid;
  std::vector<int> component(grid.count(), -1);
  count = 0;
  for (int y = 0; y < grid.rows; ++y) {
    for (int x = 0; x < grid.columns; ++x) {
      if (!raster.is_free(x, y) || component[grid.index(x, y)] >= 0) continue;
      std::vector<std::pair<int, int>> reached{{x, y}};
      component[grid.index(x, y)] = count;
      const auto reach = [&](int i, int j) {
        if (component[grid.index(i, j)] >= 0) return;
        component[grid.index(i, j)] = count;
        reached.emplace_back(i, j);
      };
      while (!reached.empty()) {
        const auto [i, j] = reached.back();
        reached.pop_back();
        if (i > 0 && raster.open_west(i, j)) reach(i - 1, j);
        if (i + 1 < grid.columns && raster.open_west(i + 1, j)) reach(i + 1, j);
        if (j > 0 && raster.open_south(i, j)) reach(i, j - 1);
        if (j + 1 < grid.rows && raster.open_south(i, j + 1)) reach(i, j + 1);
      }
      ++count;
    }
  }
  return component;
}

TEST(GridComponents, AreTheComponentsOfAFlood) {
  std::mt19937 random(11);
  int several = 0;
  for (int round = 0; round < 2000; ++round) {
    const int columns = 1 + static_cast<int>(random() % 40);
    const int rows = 1 + static_cast<int>(random() % 20);
    const RasterisedSpace raster =
        random_raster(random, columns, rows, random() % 70, random() % 60);
    int count = 0;
    const std::vector<int> expected = flood(raster, count);
    const CellComponents found = find_components(raster);
    ASSERT_EQ(found.count, count);
    if (count < 2) {
      ASSERT_TRUE(found.of.empty());
      continue;
    }
    ++several;
    std::map<int, std::int32_t> label_of;
    std::map<std::int32_t, int> component_of;
    for (std::size_t cell = 0; cell < expected.size(); ++cell) {
      if (expected[cell] < 0) {
        ASSERT_EQ(found.of[cell], -1);
        continue;
      }
      ASSERT_GE(found.of[cell], 0);
      ASSERT_EQ(label_of.try_emplace(expected[cell], found.of[cell]).first->second, found.of[cell]);
      ASSERT_EQ(component_of.try_emplace(found.of[cell], expected[cell]).first->second,
                expected[cell]);
    }
  }
  EXPECT_GT(several, 500);
}

}  // namespace
}  // namespace fairway::test
