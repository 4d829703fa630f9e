#include "datasets/polygon_text.hpp"

#include <gtest/gtest.h>

#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"

namespace fairway::test {
namespace {

WorldFile polygon_world(const std::string& text) {
  return parse_polygon_text(TextFile("a.txt", text));
}

const std::string kBorder = "[SCALE]\n0.5\n\n[BORDER]\n0 0\n8 0\n8 8\n0 8\n";

TEST(PolygonText, ReadsScaleBorderObstaclesAndLines) {
  const WorldFile world = polygon_world(kBorder + "\n[OBSTACLE]\r\n1\t1\r\n 1 3 \n3.5 1");
  const auto& polygons = std::get<Polygons>(world.content);
  ASSERT_EQ(polygons.parts.size(), 2U);
  EXPECT_TRUE(polygons.parts[0].outline);
  EXPECT_FALSE(polygons.parts[1].outline);
  EXPECT_EQ(polygons.parts[0].ring, (Ring{{0, 0}, {4, 0}, {4, 4}, {0, 4}}));
  EXPECT_EQ(polygons.parts[1].ring, (Ring{{0.5, 0.5}, {0.5, 1.5}, {1.75, 0.5}}));
  EXPECT_EQ(world.lines, (std::vector<std::vector<int>>{{5, 6, 7, 8}, {11, 12, 13}}));
}

TEST(PolygonText, NamesLineAndExpectationOfEveryFault) {
  const Fault faults[] = {
      {"", 0, "[BORDER]"},
      {"[SCALE]\n", 1, "no factor"},
      {"[SCALE]\n0\n", 2, "above zero"},
      {"[SCALE]\n-1\n", 2, "above zero"},
      {"[SCALE]\nnan\n", 2, "a scale"},
      {"[SCALE]\n1 2\n", 2, "one factor"},
      {"[SCALE]\n1\n1\n", 3, "[BORDER]"},
      {"[SCALE]\n1\n[SCALE]\n1\n", 3, "once"},
      {"[SCALE]\n1\n", 2, "without a border"},
      {"[OBSTACLE]\n0 0\n", 1, "[BORDER] before it"},
      {"[BORDER]\n", 1, "no vertices"},
      {"[BORDER]\n[OBSTACLE]\n", 2, "no vertices"},
      {"[BORDER]\n0 0\n1\n", 3, "a vertex, 'x y'"},
      {"[BORDER]\n0 0\n1 2 3\n", 3, "a vertex, 'x y'"},
      {"[BORDER]\n0 nan\n", 2, "expected y"},
      {"[BORDER]\ninf 0\n", 2, "expected x"},
      {"[BORDER]\n0 1e-200\n", 2, "magnitude"},
      {"[SCALE]\n1e60\n[BORDER]\n1e60 0\n", 4, "times the scale"},
      {"[BORDER]\n0 0x1\n", 2, "'0x1'"},
      {kBorder + "[BORDER]\n0 0\n", 9, "another [BORDER]"},
      {kBorder + "[HOLE]\n", 9, "'[HOLE]'"},
      {kBorder + "[OBSTACLE] 1 2\n", 9, "'[OBSTACLE] 1 2'"},
  };
  for (const Fault& fault : faults) expect_fault("a.txt", fault, polygon_world);
}

TEST(PolygonText, FaultsOfTheWorldNameTheLineOfTheVertex) {
  const auto build = [](const std::string& text) { make_free_space(polygon_world(text)); };
  expect_fault("a.txt", {"[BORDER]\n0 0\n1 0\n", 2, "2 points"}, build);
  expect_fault("a.txt", {kBorder + "[OBSTACLE]\n1 1\n2 2\n", 10, "2 points"}, build);
  expect_fault("a.txt", {"[BORDER]\n0 0\n4 0\n\n4 0\n0 4\n", 3, "(4, 0)"}, build);
  expect_fault("a.txt", {kBorder + "[OBSTACLE]\n20 20\n20 21\n21 20\n", 11, "outside its outline"},
               build);
}

}  // namespace
}  // namespace fairway::test
