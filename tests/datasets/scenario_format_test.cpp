#include <gtest/gtest.h>

#include <cmath>

#include "datasets/scenario.hpp"
#include "tests/datasets/expect_fault.hpp"

namespace fairway::test {
namespace {

Scenario scenario_of(const std::string& text) { return parse_scenario(TextFile("a.scen", text)); }

Problem with_length(const std::string& text) {
  Problem problem;
  problem.length_text = text;
  problem.length = std::stod(text);
  return problem;
}

double tolerance(const std::vector<std::string>& lengths) {
  Scenario scenario;
  for (const std::string& text : lengths) scenario.problems.push_back(with_length(text));
  return octile_tolerance(length_format(scenario), scenario.problems.back());
}

TEST(Scenario, ReadsBlanksTabsFoldersAndLineEnds) {
  for (const std::string text : {"version 1\n3\tmaps/dao/a.map\t9\t8\t1\t2\t3\t4\t12.5\n",
                                 "version 1.0\n3 maps/bgmaps/a.map 9 8 1 2 3 4 12.5\n",
                                 "version 1\r\n3 a.map 9\t8 1 2 3 4 12.5\r\n",
                                 "version 1\n\n3 maps\\a.map 9 8 1 2 3 4 12.5"}) {
    SCOPED_TRACE(text);
    const Scenario scenario = scenario_of(text);
    ASSERT_EQ(scenario.problems.size(), 1U);
    const Problem& problem = scenario.problems[0];
    EXPECT_EQ(problem.bucket, 3);
    EXPECT_EQ(problem.map, "a.map");
    EXPECT_EQ(problem.width, 9);
    EXPECT_EQ(problem.height, 8);
    EXPECT_EQ(problem.start, (Point{1, 2}));
    EXPECT_EQ(problem.goal, (Point{3, 4}));
    EXPECT_EQ(problem.length, 12.5);
    EXPECT_EQ(problem.length_text, "12.5");
  }
  EXPECT_EQ(scenario_of("version 1\n\n3 a.map 9 8 1 2 3 4 12.5").problems[0].line, 3);
}

TEST(Scenario, ReadsRealCoordinates) {
  const Scenario scenario =
      scenario_of("version 1\n0 a.mesh 224 238 -73.0625 -4.8125 72.5 1e-3 0.5\n");
  EXPECT_EQ(scenario.problems[0].start, (Point{-73.0625, -4.8125}));
  EXPECT_EQ(scenario.problems[0].goal, (Point{72.5, 1e-3}));
}

TEST(Scenario, TellsNoPathFromAPathOfLengthZero) {
  const Scenario scenario =
      scenario_of("version 1\n0 a 9 9 1 1 1 1 0\n0 a 9 9 1 1 2 2 0\n0 a 9 9 1 1 2 1 1\n");
  EXPECT_TRUE(scenario.problems[0].has_path());
  EXPECT_FALSE(scenario.problems[1].has_path());
  EXPECT_TRUE(scenario.problems[2].has_path());
}

TEST(Scenario, NamesLineAndExpectationOfEveryFault) {
  const Fault faults[] = {
      {"", 1, "'version 1'"},
      {"version 2\n", 1, "'version 2'"},
      {"type octile\n", 1, "'version 1'"},
      {"version 1\n0 a 9 9 1 1 2 2\n", 2, "8 fields; expected 9"},
      {"version 1\n0 a 9 9 1 1 2 2 1 7\n", 2, "10 fields; expected 9"},
      {"version 1\n0 a 9 9 1 1 2 2 1\nx a 9 9 1 1 2 2 1\n", 3, "the bucket"},
      {"version 1\n-1 a 9 9 1 1 2 2 1\n", 2, "the bucket"},
      {"version 1\n0 maps/ 9 9 1 1 2 2 1\n", 2, "the name of a map"},
      {"version 1\n0 a 0 9 1 1 2 2 1\n", 2, "the map's width"},
      {"version 1\n0 a 9 99999999999 1 1 2 2 1\n", 2, "the map's height"},
      {"version 1\n0 a 9 9 nan 1 2 2 1\n", 2, "the start's x"},
      {"version 1\n0 a 9 9 1 inf 2 2 1\n", 2, "the start's y"},
      {"version 1\n0 a 9 9 1 1 1e300 2 1\n", 2, "the goal's x"},
      {"version 1\n0 a 9 9 1 1 2 2x 1\n", 2, "the goal's y"},
      {"version 1\n0 a 9 9 1 1 2 2 -1\n", 2, "zero or more"},
      {"version 1\n0 a 9 9 1 1 2 2 1e999\n", 2, "the length"},
  };
  for (const Fault& fault : faults) expect_fault("a.scen", fault, scenario_of);
}

// Regression: the code accepted a scenario for another map of the same size, and a scenario
// without problems.
TEST(Scenario, NamesItsMap) {
  const auto check = [](const std::string& map) {
    return [map](const std::string& rows) {
      expect_scenario_of(scenario_of("version 1\n" + rows), "maps/" + map);
    };
  };
  const std::string rows = "0 old/Aurora.map 9 8 0 0 8 7 1\n0 a\\aurora.map 9 8 0 0 8 7 1\n";
  EXPECT_NO_THROW(check("aurora.mesh")(rows));
  EXPECT_NO_THROW(check("AURORA.map")(rows));
  expect_fault("a.scen", {rows + "0 arena.map 9 8 0 0 8 7 1\n", 4, "the map 'arena.map'; expected"},
               check("aurora.map"));
  expect_fault("a.scen", {"\n", 1, "without problems"}, check("aurora.map"));
}

TEST(Scenario, IsHeldToItsMap) {
  const Raster raster(9, 8, 1);
  const auto check = [&](Endpoints endpoints) {
    return [&raster, endpoints](const std::string& row) {
      check_scenario(scenario_of("version 1\n" + row), raster, endpoints);
    };
  };
  EXPECT_NO_THROW(check(Endpoints::kCentre)("0 a 9 8 0 0 8 7 1"));
  EXPECT_NO_THROW(check(Endpoints::kCorner)("0 a 9 8 0 0 9 8 1"));
  for (const Fault& fault :
       {Fault{"0 a 8 9 0 0 1 1 1", 2, "8 x 9"}, Fault{"0 a 9 8 0 0 9 7 1", 2, "(9, 7)"},
        Fault{"0 a 9 8 -1 0 1 1 1", 2, "(-1, 0)"}, Fault{"0 a 9 8 0.5 0 1 1 1", 2, "(0.5, 0)"}}) {
    expect_fault("a.scen", fault, check(Endpoints::kCentre));
  }
}

TEST(Scenario, EndpointsAreCentresOrCornersOnRastersOnly) {
  Problem problem;
  problem.start = {1, 2};
  problem.goal = {3, 4};
  const ProblemEnds centre = problem_ends(problem, true, Endpoints::kCentre);
  EXPECT_EQ(centre.start, (Point{1.5, 2.5}));
  EXPECT_EQ(centre.goal, (Point{3.5, 4.5}));
  EXPECT_EQ(problem_ends(problem, true, Endpoints::kCorner).goal, problem.goal);
  EXPECT_EQ(problem_ends(problem, false, Endpoints::kCentre).start, problem.start);
}

TEST(OctileTolerance, FollowsHowLengthsArePrinted) {
  EXPECT_NEAR(tolerance({"224.04", "0.00", "144.90"}), 0.005, 1e-9);
  EXPECT_NEAR(tolerance({"3.00000000", "1169.05295715"}), 1e-6, 2e-9);
  EXPECT_NEAR(tolerance({"5", "2.41421"}), 0.51e-5, 1e-9);
  EXPECT_NEAR(tolerance({"2.41421", "337.978"}), 0.51e-3, 1e-9);
  EXPECT_NEAR(tolerance({"2.41421", "1234"}), 0.51e-2, 1e-8);
  EXPECT_NEAR(tolerance({"2.41421", "1.5e+06"}), 5.1, 1e-5);
  EXPECT_NEAR(tolerance({"7", "1250"}), 0.51e-2, 1e-8);
  EXPECT_NEAR(tolerance({"0.125", "0.1767766952966"}), 0.51e-13, 2e-12);
}

TEST(OctileTolerance, TakesARoundedLengthAndRefusesTheNextDigit) {
  const double exact = 10 + 3 * std::sqrt(2.0);
  Scenario scenario;
  scenario.problems = {with_length("1"), with_length("14.2426")};
  const LengthFormat format = length_format(scenario);
  EXPECT_LE(std::abs(scenario.problems[1].length - exact),
            octile_tolerance(format, scenario.problems[1]));
  const Problem wrong = with_length("14.2425");
  EXPECT_GT(std::abs(wrong.length - exact), octile_tolerance(format, wrong));
}

}  // namespace
}  // namespace fairway::test
