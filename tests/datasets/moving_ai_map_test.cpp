#include "datasets/moving_ai_map.hpp"

#include <gtest/gtest.h>

#include <random>

#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"

namespace fairway::test {
namespace {

Raster map_raster(const std::string& text) {
  return std::get<Raster>(parse_moving_ai_map(TextFile("a.map", text)).content);
}

const std::string kMapHeader = "type octile\nheight 2\nwidth 3\nmap\n";

TEST(MovingAiMap, ReadsEveryCellClass) {
  const Raster raster = map_raster("type octile\nheight 2\nwidth 4\nmap\n.GSW\n@OT.\n");
  ASSERT_EQ(raster.width(), 4);
  ASSERT_EQ(raster.height(), 2);
  for (int x = 0; x < 3; ++x) {
    EXPECT_EQ(raster.at(x, 0), kGround);
    EXPECT_EQ(raster.at(x, 1), Raster::kBlocked);
  }
  EXPECT_EQ(raster.at(3, 0), kWater);
  EXPECT_EQ(raster.at(3, 1), kGround);
}

TEST(MovingAiMap, ReadsTheSameWhateverTheLineEndsAndBlanksOfItsHeader) {
  const Raster plain = map_raster(kMapHeader + "...\n.@.\n");
  EXPECT_EQ(map_raster("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n...\r\n.@.\r\n"), plain);
  EXPECT_EQ(map_raster(kMapHeader + "...\n.@."), plain);
  EXPECT_EQ(map_raster(kMapHeader + "...\n.@.\n\n \n"), plain);
  EXPECT_EQ(map_raster("type\toctile\nwidth   3 \nheight\t2\nmap\n...\n.@.\n"), plain);
}

TEST(MovingAiMap, NamesLineAndExpectationOfEveryFault) {
  const Fault faults[] = {
      {"", 0, "'type octile'"},
      {"type tile\n", 1, "'type octile'"},
      {"type octile\n", 1, "'height H' or 'width W'"},
      {"type octile\nheight 2\n", 2, "'width W'"},
      {"type octile\nheight 2\nheight 2\nmap\n", 3, "'width W'"},
      {"type octile\nheight two\n", 2, "'two'"},
      {"type octile\nheight 0\n", 2, "an integer from 1"},
      {"type octile\nheight -4\n", 2, "an integer from 1"},
      {"type octile\nheight 2.5\n", 2, "an integer from 1"},
      {"type octile\nheight nan\n", 2, "an integer from 1"},
      {"type octile\nheight 99999999999999999999\n", 2, "an integer from 1"},
      {"type octile\nheight 2 3\n", 2, "'height 2 3'"},
      {"type octile\nheight 2\nwidth 3\n...\n...\n", 4, "'map'"},
      {kMapHeader + "...\n", 5, "ends after 1 rows"},
      {kMapHeader, 4, "ends after 0 rows"},
      {kMapHeader + "..\n...\n", 5, "a row of 2 cells; expected 3"},
      {kMapHeader + "...\n....\n", 6, "a row of 4 cells; expected 3"},
      {kMapHeader + "...\n\n...\n", 6, "a row of 0 cells; expected 3"},
      {kMapHeader + "...\n.x.\n", 6, "'x' in column 2"},
      {kMapHeader + "...\n. .\n", 6, "' ' in column 2"},
      {kMapHeader + "...\n." + std::string(1, '\0') + ".\n", 6, "\\x00"},
      {kMapHeader + "...\n.\xff.\n", 6, "\\xff"},
      {kMapHeader + "...\n...\n...\n", 7, "after the last row"},
      {kMapHeader + "...\n...\nend\n", 7, "after the last row"},
      {"type octile\nheight 1000000000\nwidth 1000000000\nmap\n...\n", 5, "expected 1000000000"},
      {"type octile\nheight 2147483647\nwidth 3\nmap\n...\n", 5, "ends after 1 rows"},
  };
  for (const Fault& fault : faults) expect_fault("a.map", fault, map_raster);
}

TEST(MovingAiMap, WritesWhatReadsBackTheSame) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Raster raster(1 + static_cast<int>(random() % 9), 1 + static_cast<int>(random() % 9));
    for (int y = 0; y < raster.height(); ++y) {
      for (int x = 0; x < raster.width(); ++x) {
        raster.set(x, y, static_cast<Raster::Class>(random() % 3));
      }
    }
    EXPECT_EQ(map_raster(format_moving_ai_map(raster)), raster);
  }
}

TEST(MovingAiMap, RefusesToWriteAClassItHasNoLetterFor) {
  EXPECT_THROW(format_moving_ai_map(Raster(2, 2, 3)), std::invalid_argument);
}

TEST(MovingAiMap, RefusesAWorldWithoutAFreeCell) {
  expect_fault("a.map", {kMapHeader + "@@@\nTTO\n", 1, "no free"}, [](const std::string& text) {
    make_free_space(parse_world(TextFile("a.map", text)));
  });
}

}  // namespace
}  // namespace fairway::test
