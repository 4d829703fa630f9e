#include "algorithms/freespace/rasterise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>
#include <stdexcept>

#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

using Rational = boost::multiprecision::cpp_rational;

/// Clips a segment to an open box, in rational arithmetic.
class OpenClip {
 public:
  void axis(double from, double to, double low, double high) {
    const Rational a(from);
    const Rational d = Rational(to) - a;
    if (d == 0) {
      outside_ = outside_ || from <= low || from >= high;
      return;
    }
    Rational t0 = (Rational(low) - a) / d;
    Rational t1 = (Rational(high) - a) / d;
    if (t0 > t1) std::swap(t0, t1);
    low_ = std::max(low_, t0);
    high_ = std::min(high_, t1);
  }
  bool meets() const { return !outside_ && low_ < high_ && low_ < 1 && high_ > 0; }

 private:
  bool outside_ = false;
  Rational low_ = -1;
  Rational high_ = 2;
};

bool enters(const Wall& wall, const CellGrid& grid, int i, int j) {
  if (std::max(wall.a.x, wall.b.x) <= grid.x(i) || std::min(wall.a.x, wall.b.x) >= grid.x(i + 1) ||
      std::max(wall.a.y, wall.b.y) <= grid.y(j) || std::min(wall.a.y, wall.b.y) >= grid.y(j + 1)) {
    return false;
  }
  OpenClip clip;
  clip.axis(wall.a.x, wall.b.x, grid.x(i), grid.x(i + 1));
  clip.axis(wall.a.y, wall.b.y, grid.y(j), grid.y(j + 1));
  return clip.meets();
}

bool lies_on_west(const Wall& wall, const CellGrid& grid, int i, int j) {
  return wall.a.x == grid.x(i) && wall.b.x == grid.x(i) &&
         std::max(wall.a.y, wall.b.y) > grid.y(j) && std::min(wall.a.y, wall.b.y) < grid.y(j + 1);
}

bool lies_on_south(const Wall& wall, const CellGrid& grid, int i, int j) {
  return wall.a.y == grid.y(j) && wall.b.y == grid.y(j) &&
         std::max(wall.a.x, wall.b.x) > grid.x(i) && std::min(wall.a.x, wall.b.x) < grid.x(i + 1);
}

/// Compares rasterise() with brute force over all walls and cells. Adds the count of free cells to
/// `free_cells`.
void check_against_all_walls(const test::World& world, const FreeSpace& space, double cell_size,
                             int& free_cells) {
  const RasterisedSpace raster = rasterise(space, cell_size);
  const CellGrid& grid = raster.grid;
  for (int j = 0; j < grid.rows; ++j) {
    for (int i = 0; i < grid.columns; ++i) {
      bool entered = false;
      bool west = false;
      bool south = false;
      for (const Wall& wall : space.walls()) {
        entered = entered || enters(wall, grid, i, j);
        west = west || lies_on_west(wall, grid, i, j);
        south = south || lies_on_south(wall, grid, i, j);
      }
      // The point is in the cell, but not on lines where faces or cells of the input meet.
      const Point inner{grid.origin.x + grid.size * (i + 0.3719),
                        grid.origin.y + grid.size * (j + 0.6137)};
      const test::Region region = test::region(world, inner);
      const bool inside = !entered && region == test::Region::kFree;
      if (!entered) {
        ASSERT_NE(region, test::Region::kBorder) << world.name;
      }
      EXPECT_EQ(raster.is_free(i, j), inside) << world.name << ", cell " << i << ", " << j;
      free_cells += raster.is_free(i, j);
      if (i > 0 && raster.is_free(i, j) && raster.is_free(i - 1, j)) {
        EXPECT_EQ(raster.open_west(i, j), !west) << world.name << ", cell " << i << ", " << j;
      }
      if (j > 0 && raster.is_free(i, j) && raster.is_free(i, j - 1)) {
        EXPECT_EQ(raster.open_south(i, j), !south) << world.name << ", cell " << i << ", " << j;
      }
    }
  }
}

TEST(Rasterise, EqualsAllCellsAgainstAllWalls) {
  int free_cells = 0;
  std::uint32_t seed = 1;
  for (const test::World& world : test::random_worlds(7, 3)) {
    const FreeSpace space = test::build(world);
    std::mt19937 random(seed++);
    const double longer = std::max(space.box().width(), space.box().height());
    const double odd = longer / std::uniform_real_distribution<double>(5, 23)(random);
    for (const double size : {odd, 0.5, 0.25, longer / 16}) {
      if (longer / size > 40) continue;
      check_against_all_walls(world, space, size, free_cells);
    }
  }
  EXPECT_GT(free_cells, 1000);
}

TEST(Rasterise, HandMadeWorldsEqualAllCellsAgainstAllWalls) {
  int free_cells = 0;
  for (const test::World& world : test::fixture_worlds()) {
    const FreeSpace space = test::build(world);
    const double longer = std::max(space.box().width(), space.box().height());
    check_against_all_walls(world, space, longer / 13, free_cells);
    check_against_all_walls(world, space, longer / 16, free_cells);
  }
  EXPECT_GT(free_cells, 50);
}

TEST(Rasterise, WorldsFarAwayAndOfExtremeSizesEqualAllCellsAgainstAllWalls) {
  int free_cells = 0;
  for (const test::World& world : test::extreme_worlds()) {
    const FreeSpace space = test::build(world);
    const double longer = std::max(space.box().width(), space.box().height());
    try {
      covering_grid(space, longer / 12);
    } catch (const std::invalid_argument&) {
      continue;  // the cells are finer than the precision of the coordinates
    }
    check_against_all_walls(world, space, longer / 12, free_cells);
  }
  EXPECT_GT(free_cells, 50);
}

TEST(Rasterise, NativeCellsEqualTheRasterWithWallsBetweenClasses) {
  Raster source(3, 2, 1);
  source.set(1, 0, 2);
  source.set(0, 1, Raster::kBlocked);
  const FreeSpace space = FreeSpace::from_raster(source);
  const RasterisedSpace raster = rasterise(space, natural_cell_size(space));
  ASSERT_EQ(raster.grid.columns, 3);
  ASSERT_EQ(raster.grid.rows, 2);
  EXPECT_TRUE(raster.is_free(0, 0));
  EXPECT_FALSE(raster.is_free(0, 1));
  EXPECT_FALSE(raster.open_west(1, 0));   // class 1 | class 2
  EXPECT_FALSE(raster.open_west(2, 0));   // class 2 | class 1
  EXPECT_FALSE(raster.open_south(1, 1));  // class 1 over class 2
  EXPECT_TRUE(raster.open_west(2, 1));
  EXPECT_TRUE(raster.open_south(2, 1));
}

TEST(Rasterise, FinerCellsOfARasterAgreeWithIt) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const test::World world = test::random_raster(seed, 9, 7, 0.3, 2);
    const FreeSpace space = test::build(world);
    const RasterisedSpace coarse = rasterise(space, 1);
    const RasterisedSpace fine = rasterise(space, 0.5);
    for (int j = 0; j < fine.grid.rows; ++j) {
      for (int i = 0; i < fine.grid.columns; ++i) {
        EXPECT_EQ(fine.is_free(i, j), coarse.is_free(i / 2, j / 2));
        if (i % 2 == 0 && i > 0 && fine.is_free(i, j) && fine.is_free(i - 1, j)) {
          EXPECT_EQ(fine.open_west(i, j), coarse.open_west(i / 2, j / 2));
        }
        if (j % 2 == 0 && j > 0 && fine.is_free(i, j) && fine.is_free(i, j - 1)) {
          EXPECT_EQ(fine.open_south(i, j), coarse.open_south(i / 2, j / 2));
        }
      }
    }
  }
}

TEST(Rasterise, WallAlongABorderLeavesCellsFreeAndAWallInsideDoesNot) {
  // A square with a thin hole from x = 1 to x = 1.25. The cells of side 1 to the left of the hole
  // only touch it, so they stay free.
  const Polygons polygons{{{{{0, 0}, {4, 0}, {4, 2}, {0, 2}}, true},
                           {{{1, 0.5}, {1.25, 0.5}, {1.25, 1.5}, {1, 1.5}}, false}}};
  const FreeSpace space = FreeSpace::from_polygons(polygons);
  const RasterisedSpace raster = rasterise(space, 1);
  for (int j = 0; j < 2; ++j) {
    EXPECT_TRUE(raster.is_free(0, j));
    EXPECT_FALSE(raster.is_free(1, j));
    EXPECT_TRUE(raster.is_free(2, j));
    EXPECT_TRUE(raster.open_west(3, j));
  }
}

TEST(Rasterise, IndicesOfValuesOnLines) {
  const CellGrid grid{{0.1, -3}, 0.1, 10, 5};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(grid.column_at(grid.x(i)), i);
  EXPECT_EQ(grid.column_at(-5), 0);
  EXPECT_EQ(grid.column_at(1e9), 9);
  EXPECT_EQ(grid.row_at(std::nextafter(grid.y(3), -10)), 2);
}

TEST(Rasterise, RefusesImpossibleSizes) {
  const FreeSpace space = FreeSpace::from_polygons({{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, true}}});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double size : {0.0, -1.0, nan, infinity, 1e-5, 1e-300}) {
    EXPECT_THROW(rasterise(space, size), std::invalid_argument) << size;
  }
  EXPECT_NO_THROW(rasterise(space, 5));
}

}  // namespace
}  // namespace fairway
