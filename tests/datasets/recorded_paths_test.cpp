#include "datasets/recorded_paths.hpp"

#include <gtest/gtest.h>

#include "tests/datasets/expect_fault.hpp"

namespace fairway::test {
namespace {

std::vector<RecordedPath> paths_of(const std::string& text) {
  return parse_recorded_paths(TextFile("a.csv", text), 10);
}

TEST(RecordedPaths, ReadsATable) {
  const auto paths = paths_of(
      "points,row,ns,nodes\r\n"
      "0.5 1 2 3;4e0 5,7,900,12\r\n\r\n"
      "\"1 2 1 2\", 9 ,,\n"
      ",0,5,\n");
  ASSERT_EQ(paths.size(), 3U);
  EXPECT_EQ(paths[0].row, 7U);
  EXPECT_EQ(paths[0].points, (Path{{0.5, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(paths[0].ns, 900);
  EXPECT_EQ(paths[0].nodes, 12);
  EXPECT_EQ(paths[0].line, 2);
  EXPECT_EQ(paths[1].points, (Path{{1, 2}, {1, 2}}));
  EXPECT_EQ(paths[1].row, 9U);
  EXPECT_EQ(paths[1].ns, std::nullopt);
  EXPECT_EQ(paths[1].line, 4);
  EXPECT_TRUE(paths[2].points.empty());
  EXPECT_EQ(paths[2].ns, 5);
}

TEST(RecordedPaths, ReadsJsonLines) {
  const auto paths = paths_of(
      "\n{\"row\": 3, \"points\": [[1, 2.5], [3, 4]], \"ns\": 10}\n\n"
      "{\"points\": null, \"row\": 0, \"nodes\": 4}\n{\"row\":1,\"points\":[]}");
  ASSERT_EQ(paths.size(), 3U);
  EXPECT_EQ(paths[0].row, 3U);
  EXPECT_EQ(paths[0].points, (Path{{1, 2.5}, {3, 4}}));
  EXPECT_EQ(paths[0].ns, 10);
  EXPECT_EQ(paths[0].line, 2);
  EXPECT_EQ(paths[1].line, 4);
  EXPECT_TRUE(paths[1].points.empty());
  EXPECT_EQ(paths[1].nodes, 4);
  EXPECT_TRUE(paths[2].points.empty());
}

TEST(RecordedPaths, NamesLineAndExpectationOfEveryFault) {
  const Fault faults[] = {
      {"", 1, "a header or JSON lines"},
      {"\n \n", 1, "a header or JSON lines"},
      {"row,points\n", 1, "expected one or more"},
      {"row,ns\n", 1, "no column 'points'"},
      {"points\n", 1, "no column 'row'"},
      {"row,points,row\n", 1, "'row' twice"},
      {"row,points,time\n", 1, "'time': expected row, points, ns or nodes"},
      {"row,points\n1\n", 2, "1 columns; expected 2"},
      {"row,points\n1,1,2\n", 2, "3 columns; expected 2"},
      {"row,points\n10,1 2 3 4\n", 2, "row 10: expected a row of the scenario, 0 to 9"},
      {"row,points\n-1,1 2 3 4\n", 2, "the row of a problem"},
      {"row,points\n1,1 2 3\n", 2, "3 numbers in the points"},
      {"row,points\n1,1 2\n", 2, "a path of one point"},
      {"row,points\n1,1 2 nan 4\n", 2, "the x of a point"},
      {"row,points\n1,1 2 3 inf\n", 2, "the y of a point"},
      {"row,points\n1,1 2 3 4\n1,\n", 3, "row 1 again (first in line 2)"},
      {"row,points,ns\n1,1 2 3 4,-5\n", 2, "nanoseconds"},
      {"row,points,ns\n1,1 2 3 4,1e3\n", 2, "nanoseconds"},
      {"row,points,nodes\n1,1 2 3 4,x\n", 2, "a number of nodes"},
      {"{\"row\": 1}\n", 1, "no 'points'"},
      {"\n{\"points\": []}\n", 2, "no 'row'"},
      {"{\"row\": 1, \"points\": []}\n{\"row\": 2, \"points\": [[1, 2], [3]]}\n", 2,
       "an array of points [x, y]"},
      {"{\"row\": 1, \"points\": [[1, 2], [3, \"4\"]]}\n", 1, "an array of points [x, y]"},
      {"{\"row\": 1, \"points\": 5}\n", 1, "an array of points [x, y]"},
      {"{\"row\": 1, \"points\": [[1, 2], [3, NaN]]}\n", 1, ""},
      {"{\"row\": 1, \"points\": [[1, 2]]}\n", 1, "a path of one point"},
      {"{\"row\": 10, \"points\": []}\n", 1, "row 10: expected a row of the scenario, 0 to 9"},
      {"{\"row\": 1.5, \"points\": []}\n", 1, "expected a whole number"},
      {"{\"row\": 1, \"points\": [], \"ns\": -1}\n", 1, "nanoseconds: expected a whole number"},
      {"{\"row\": 1, \"points\": [], \"time\": 1}\n", 1,
       "'time': expected row, points, ns or nodes"},
      {"{\"row\": 1, \"points\": []}\n{\"row\": 1, \"points\": []}\n", 2, "row 1 again"},
      {"{\"row\": 1, \"points\": []},{\"row\": 2, \"points\": []}\n", 1, "one object a line"},
      {"{\"row\": 1, \"points\": []}\n[1]\n", 2, "one object a line"},
      {"{\"row\": 1, \"row\": 2, \"points\": []}\n", 1, "row"},
      {"{\"row\": 1, \"points\": []\n", 1, ""},
  };
  for (const Fault& fault : faults) expect_fault("a.csv", fault, paths_of);
}

}  // namespace
}  // namespace fairway::test
