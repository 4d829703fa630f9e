#include "algorithms/freespace/parts.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

std::vector<World> cell_worlds(std::uint32_t count) {
  std::vector<World> worlds;
  for (std::uint32_t seed = 1; seed <= count; ++seed) {
    worlds.push_back(random_raster(seed, 9, 7, 0.1 + 0.05 * (seed % 8), 1));
    worlds.push_back(random_raster(seed, 6, 6, 0.2, 3));
    worlds.push_back(random_raster(seed, 40, 3, 0.1, 2));
  }
  return worlds;
}

std::vector<SpacePart> made(const FreeSpace& space) {
  std::vector<SpacePart> parts;
  for (const PartCost& cost : space.made_parts()) parts.push_back(cost.part);
  return parts;
}

/// Returns a random point: often a lattice point, a point on a side of a cell, or a cell centre.
Point random_point(const Raster& raster, std::mt19937& random) {
  std::uniform_int_distribution<int> kind(0, 3);
  const auto coordinate = [&](int cells) {
    std::uniform_int_distribution<int> whole(-1, cells + 1);
    std::uniform_real_distribution<double> real(-0.5, cells + 0.5);
    const int chosen = kind(random);
    return chosen == 0 ? whole(random) : chosen == 1 ? whole(random) + 0.5 : real(random);
  };
  const double x = coordinate(raster.width());
  return {x, coordinate(raster.height())};
}

TEST(CellSight, EqualsTheTriangulation) {
  int visible = 0;
  int hidden = 0;
  for (const World& world : cell_worlds(60)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    std::mt19937 random(7);
    for (int i = 0; i < 400; ++i) {
      const Point a = random_point(*space.raster(), random);
      const Point b = random_point(*space.raster(), random);
      SCOPED_TRACE(testing::Message()
                   << std::hexfloat << a.x << ' ' << a.y << "  " << b.x << ' ' << b.y);
      const Location from = space.locate_in_cells(a);
      const Location to = space.locate_in_cells(b);
      ASSERT_EQ(from.place == Place::kBlocked, space.locate(a).place == Place::kBlocked);
      const bool expected = sees(space, space.locate(a), space.locate(b));
      ASSERT_EQ(sees(space, from, to), expected);
      ASSERT_EQ(sees(space, from, b), expected);
      (expected ? visible : hidden) += 1;
    }
  }
  EXPECT_GT(visible, 4000);
  EXPECT_GT(hidden, 5000);
}

TEST(Cells, GiveTheAreaAndBoxOfTheTriangulation) {
  for (const World& world : cell_worlds(40)) {
    const FreeSpace space = build(world);
    double area = 0;
    const Triangulation& mesh = space.triangulation();
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
      const auto& v = mesh.triangle(t).vertex;
      if (mesh.is_free(t)) area += twice_area(mesh.point(v[0]), mesh.point(v[1]), mesh.point(v[2]));
    }
    EXPECT_EQ(space.area(), area / 2) << world.name;
    EXPECT_EQ(space.box(), bounding_box(mesh.points())) << world.name;
  }
}

TEST(Parts, AreBuiltOnFirstUse) {
  const FreeSpace space = build(random_raster(1, 9, 7, 0.2, 1));
  EXPECT_EQ(made(space), (std::vector{SpacePart::kCells}));
  space.walls();
  EXPECT_EQ(made(space), (std::vector{SpacePart::kCells, SpacePart::kWalls}));
  space.make(SpacePart::kCorners);
  EXPECT_EQ(made(space), (std::vector{SpacePart::kCells, SpacePart::kTriangulation,
                                      SpacePart::kCorners, SpacePart::kWalls}));
  EXPECT_EQ(made(build(random_blocks(1, 10, 20))),
            (std::vector{SpacePart::kTriangulation, SpacePart::kWalls}));
}

TEST(Parts, MemoryIsThatOfTheInputAndTheBuiltParts) {
  const FreeSpace space = build(random_raster(1, 9, 7, 0.2, 1));
  EXPECT_EQ(space.memory_bytes(), 63U);
  space.make(PartSet::all());
  std::size_t sum = 0;
  for (const PartCost& cost : space.made_parts()) {
    EXPECT_GT(cost.bytes, 0U) << name_of(cost.part);
    EXPECT_EQ(cost.nanoseconds > 0, cost.part != SpacePart::kCells) << name_of(cost.part);
    sum += cost.bytes;
  }
  EXPECT_EQ(space.made_parts().size(), kPartNames.size());
  EXPECT_EQ(space.memory_bytes(), sum);
}

TEST(Parts, AreBuiltOnceByAnyThread) {
  const FreeSpace space = build(random_raster(3, 40, 40, 0.2, 1));
  const FreeSpace copy = space;
  std::vector<const Triangulation*> seen(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([&, i] { seen[i] = &(i % 2 == 0 ? space : copy).triangulation(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Triangulation* mesh : seen) EXPECT_EQ(mesh, &space.triangulation());
}

}  // namespace
}  // namespace fairway::test
