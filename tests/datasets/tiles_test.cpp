#include "datasets/tiles.hpp"

#include <gtest/gtest.h>

#include <random>

#include "datasets/moving_ai_map.hpp"
#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/datasets/temporary_file.hpp"
#include "tests/support/project.hpp"

namespace fairway::test {
namespace {

WorldFile tile_world(const std::string& text) { return parse_tiles(TextFile("a.tiles", text)); }

const std::string kTileHeader =
    "type tiles\nheight 2\nwidth 3\ncost . 1\ncost s 2.5\ncost # 0\nmap\n";

TEST(Tiles, ReadsClassesAndCosts) {
  const WorldFile world = tile_world(
      "type tiles\n# a comment\ncost # 0\n\nwidth 3\ncost . 1\ncost s 2.5\ncost ~ 4 2\nheight 2\n"
      "map\n.#s\n~.#\n\n");
  const Raster& raster = std::get<Raster>(world.content);
  ASSERT_TRUE(world.terrain);
  ASSERT_EQ(raster.width(), 3);
  ASSERT_EQ(raster.height(), 2);
  const Raster::Class kinds[2][3] = {{1, 0, 1}, {2, 1, 0}};
  const double costs[2][3] = {{1, 0, 2.5}, {4, 1, 0}};
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 3; ++x) {
      EXPECT_EQ(raster.at(x, y), kinds[y][x]);
      if (kinds[y][x] != Raster::kBlocked) {
        EXPECT_EQ(world.terrain->cost(x, y), costs[y][x]);
      }
    }
  }
}

TEST(Tiles, AWorldHasItsTerrainAndNoWayThroughABlockedCell) {
  const FreeSpace space = make_free_space(tile_world(kTileHeader + ".s#\n...\n"));
  ASSERT_NE(space.terrain(), nullptr);
  EXPECT_EQ(space.terrain()->cost(1, 0), 2.5);
  EXPECT_EQ(space.terrain()->cost(2, 0), std::numeric_limits<double>::infinity());
}

TEST(Tiles, NamesLineAndExpectationOfEveryFault) {
  const Fault faults[] = {
      {"type octile\n", 1, "'type tiles'"},
      {"type\n", 1, "'type tiles'"},
      {"type tiles 2\n", 1, "'type tiles'"},
      {"type tiles\n", 1, "the file ends here"},
      {"type tiles\nheight 2\nwidth 2\ncost . 1\n", 4, "'map'"},
      {"type tiles\nheight 2\nheight 2\n", 3, "another height"},
      {"type tiles\nheight\n", 2, "'height N'"},
      {"type tiles\nwidth 2 3\n", 2, "'width N'"},
      {"type tiles\nheight 0\n", 2, "an integer from 1"},
      {"type tiles\nheight 2.5\n", 2, "an integer from 1"},
      {"type tiles\nwidth 99999999999\n", 2, "an integer from 1"},
      {"type tiles\nwidth 2\nmap\n", 3, "before the height"},
      {"type tiles\nheight 2\nmap\n", 3, "before the width"},
      {"type tiles\ndepth 2\n", 2, "'depth 2'"},
      {"type tiles\nmap 2\n", 2, "'map 2'"},
      {"type tiles\ncost\n", 2, "'cost C NUMBER'"},
      {"type tiles\ncost .\n", 2, "'cost C NUMBER'"},
      {"type tiles\ncost . 1 1 1\n", 2, "'cost C NUMBER'"},
      {"type tiles\ncost .. 1\n", 2, "one character"},
      {"type tiles\ncost \xe9 1\n", 2, "one character"},
      {"type tiles\ncost . 1\ncost , 1\ncost . 1\n", 4, "another cost of '.'"},
      {"type tiles\ncost . -1\n", 2, "a cost of -1"},
      {"type tiles\ncost . nan\n", 2, "a finite number"},
      {"type tiles\ncost . inf\n", 2, "a finite number"},
      {"type tiles\ncost . one\n", 2, "a finite number"},
      {"type tiles\ncost . 1e-10\n", 2, "a cost of 1e-10"},
      {"type tiles\ncost . 1e10\n", 2, "a cost of 1e10"},
      {"type tiles\ncost . 1 0\n", 2, "an integer from 1 to 254"},
      {"type tiles\ncost . 1 255\n", 2, "an integer from 1 to 254"},
      {kTileHeader, 7, "ends after 0 rows"},
      {kTileHeader + "...\n", 8, "ends after 1 rows"},
      {kTileHeader + "..\n...\n", 8, "a row of 2 cells; expected 3"},
      {kTileHeader + "...\n....\n", 9, "a row of 4 cells; expected 3"},
      {kTileHeader + "...\n\n", 9, "a row of 0 cells; expected 3"},
      {kTileHeader + "...\n.x.\n", 9, "'x' in column 2; expected a cell: one of # . s"},
      {kTileHeader + "...\n...\n...\n", 10, "after the last row"},
      {"type tiles\nheight 2000000000\nwidth 2000000000\ncost . 1\nmap\n..\n", 6,
       "expected 2000000000"},
  };
  for (const Fault& fault : faults) expect_fault("a.tiles", fault, tile_world);
  expect_fault("a.tiles", {kTileHeader + "###\n###\n", 1, "no free"},
               [](const std::string& text) { make_free_space(tile_world(text)); });
}

TEST(Tiles, WritesWhatReadsBackTheSame) {
  std::mt19937 random(3);
  const double costs[] = {1, 0.1, 2.5, 1e-9, 1e9, 1.0 / 3};
  for (int round = 0; round < 50; ++round) {
    Raster raster(1 + static_cast<int>(random() % 9), 1 + static_cast<int>(random() % 9));
    Terrain terrain(raster.width(), raster.height());
    for (int y = 0; y < raster.height(); ++y) {
      for (int x = 0; x < raster.width(); ++x) {
        raster.set(x, y, static_cast<Raster::Class>(random() % 4));
        terrain.set_cost(x, y, costs[random() % 6]);
      }
    }
    const WorldFile read = tile_world(format_tiles(raster, terrain));
    ASSERT_EQ(std::get<Raster>(read.content), raster);
    for (int y = 0; y < raster.height(); ++y) {
      for (int x = 0; x < raster.width(); ++x) {
        if (raster.at(x, y) == Raster::kBlocked) continue;
        EXPECT_EQ(read.terrain->cost(x, y), terrain.cost(x, y));
      }
    }
  }
}

TEST(Tiles, RefusesToWriteMoreKindsThanCharacters) {
  const Raster raster(20, 20, 1);
  Terrain terrain(20, 20);
  for (int k = 0; k < 400; ++k) terrain.set_cost(k % 20, k / 20, 1 + k);
  EXPECT_THROW(format_tiles(raster, terrain), std::invalid_argument);
}

const std::string kTileMap = "type octile\nheight 2\nwidth 4\nmap\n.SWT\n@WS.\n";

TEST(TerrainTable, TellsWhatACellOfAMovingAiMapIsAndCosts) {
  const TemporaryDirectory folder;
  const auto map = folder.file("a.map", kTileMap);
  const auto table =
      folder.file("a.costs", "# ours\ncost . 1\ncost S 2\n\ncost W 4\ncost T 0\ncost @ 0\n");
  const WorldFile world = read_world(map, {}, table);
  const Raster& raster = std::get<Raster>(world.content);
  EXPECT_EQ(raster.at(2, 0), raster.at(1, 0));  // water and swamp have the same class here
  EXPECT_EQ(raster.at(3, 0), Raster::kBlocked);
  ASSERT_TRUE(world.terrain);
  EXPECT_EQ(world.terrain->cost(1, 0), 2);
  EXPECT_EQ(world.terrain->cost(1, 1), 4);
  EXPECT_EQ(load_free_space(map, {}, table).component_count(), 1);
  EXPECT_FALSE(read_world(map).terrain);
  EXPECT_EQ(load_free_space(map).component_count(), 4);
}

TEST(TerrainTable, FaultsAreNamedInTheFileThatHasThem) {
  const auto with_table = [](const std::string& table) {
    return [table](const std::string& map) {
      const TileTable tiles = parse_terrain_table(TextFile("a.costs", table));
      parse_world(TextFile("a.map", map), {}, &tiles);
    };
  };
  expect_fault("a.map", {kTileMap, 5, "'T' in column 4"},
               with_table("cost . 1\ncost S 2\ncost W 1\n"));
  expect_fault("a.costs", {kTileMap, 2, "'cost C NUMBER'"}, with_table("cost . 1\nprice S 2\n"));
  expect_fault("a.costs", {kTileMap, 3, "another cost"}, with_table("cost . 1\n\ncost . 2\n"));
  expect_fault("a.costs", {kTileMap, 1, "no costs"}, with_table("# nothing\n"));
  expect_fault("a.map", {kTileHeader + "...\n...\n", 1, "expected a Moving AI map"},
               with_table("cost . 1\n"));
}

TEST(TerrainTable, TheShippedOneKnowsEveryCellOfMovingAiMaps) {
  const TileTable table =
      read_terrain_table(test::project_file("datasets/terrain/moving_ai.costs"));
  const WorldFile world =
      parse_world(TextFile("a.map", "type octile\nheight 1\nwidth 7\nmap\n.GSWT@O\n"), {}, &table);
  const FreeSpace space = make_free_space(WorldFile(world));
  EXPECT_EQ(space.area(), 4);
  EXPECT_EQ(space.component_count(), 1);
  EXPECT_EQ(world.terrain->cost(0, 0), 1);
  EXPECT_EQ(world.terrain->cost(2, 0), 2);
  EXPECT_EQ(world.terrain->cost(3, 0), 4);
}

}  // namespace
}  // namespace fairway::test
