#include <gtest/gtest.h>

#include <random>

#include "algorithms/freespace/cell_facts.hpp"
#include "algorithms/freespace/free_space.hpp"

namespace fairway {
namespace {

TEST(CellFacts, CountsSidesOfOneCell) {
  const CellFacts facts = cell_facts(Raster(1, 1, 1));
  EXPECT_EQ(facts.border_sides, 4U);
  EXPECT_EQ(facts.components, 1);
}

TEST(CellFacts, HaveTheComponentsOfTheTriangulation) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Raster raster(1 + static_cast<int>(random() % 12), 1 + static_cast<int>(random() % 12), 1);
    for (int y = 0; y < raster.height(); ++y) {
      for (int x = 0; x < raster.width(); ++x) {
        raster.set(x, y, static_cast<Raster::Class>(random() % 3));
      }
    }
    raster.set(0, 0, 1);
    const FreeSpace space = FreeSpace::from_raster(raster);
    EXPECT_EQ(cell_facts(raster).components, space.component_count()) << "round " << round;
  }
}

}  // namespace
}  // namespace fairway
