#include "algorithms/changing_space/changing_raster.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include "tests/support/bursts.hpp"

namespace fairway::test {
namespace {

/// Returns three bits for each cell: whether the cell is free, whether its west border is open, and
/// whether its south border is open. Only borders between two free cells count as open, because the
/// wall flags of other borders have no meaning.
std::vector<std::uint8_t> meant_flags(const RasterisedSpace& raster) {
  std::vector<std::uint8_t> flags;
  for (int j = 0; j < raster.grid.rows; ++j) {
    for (int i = 0; i < raster.grid.columns; ++i) {
      const bool free = raster.is_free(i, j);
      const bool west = i > 0 && raster.open_west(i, j);
      const bool south = j > 0 && raster.open_south(i, j);
      flags.push_back(static_cast<std::uint8_t>(free + 2 * west + 4 * south));
    }
  }
  return flags;
}

TEST(ChangingRaster, EqualsANewRasterAfterRandomBursts) {
  std::mt19937 random(5);
  std::size_t reported = 0;
  for (int world = 0; world < 60; ++world) {
    ChangingWorld changing(random, world);
    std::vector<ChangingRaster> rasters;
    for (const double side : {1.0, 0.5, 0.73, 2.9}) {
      rasters.emplace_back(changing.space(), covering_grid(changing.space(), side));
    }
    for (int b = 0; b < 30; ++b) {
      const auto change = changing.next_burst(random);
      if (!change) continue;
      for (ChangingRaster& raster : rasters) {
        const std::vector<std::uint8_t> before = raster.raster().cells;
        const auto cells = raster.change(changing.space(), *change);
        const RasterisedSpace rebuilt = rasterise(changing.rebuilt(), raster.raster().grid);
        ASSERT_EQ(meant_flags(raster.raster()), meant_flags(rebuilt))
            << "world " << world << " burst " << b << " cells of " << rebuilt.grid.size;
        std::size_t differ = 0;
        for (std::size_t k = 0; k < before.size(); ++k) {
          differ += before[k] != raster.raster().cells[k];
        }
        ASSERT_EQ(differ, cells.size());
        reported += differ;
      }
    }
  }
  EXPECT_GT(reported, 10000U);
}

}  // namespace
}  // namespace fairway::test
