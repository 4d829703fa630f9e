// Tests the three northstar methods. They search only the taut links of the visibility graph: the
// links that a path can contain after it was pulled tight.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string_view>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

constexpr std::string_view kFaithful = "northstar-faithful";
constexpr std::string_view kSound = "northstar-sound";
constexpr std::string_view kTable = "northstar-sound-table";

std::unique_ptr<Planner> planner_of(std::string_view method, const FreeSpace& space) {
  return Registry::built_in().build(space, Registry::built_in().method(method));
}

Answer answer_of(std::string_view method, const FreeSpace& space, Point start, Point goal) {
  Answer answer;
  planner_of(method, space)->plan({start, goal}, answer);
  return answer;
}

Polygons::Part box(double x0, double y0, double x1, double y1, bool outline = false) {
  return {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, outline};
}

// The path from (9, 8) to (24, 4) over both boxes has length 3 + 3 + sqrt(26) + 5 = 16.10. The path
// under the boxes, past the corner (12, 5), has length sqrt(18) + sqrt(145) = 16.28. At the corner
// (12, 8) of the upper path, the faithful search estimates the cost over (12, 5), a neighbour of
// (12, 8) and the goal. The estimate is 3 + sqrt(145) = 15.04, but the true cost is 13.10. The
// upper path seems to cost 18.04, so the search chooses the lower path.
class NorthstarDetour : public testing::Test {
 protected:
  const FreeSpace space_ =
      FreeSpace::from_polygons({{box(0, 0, 24, 16, true), box(12, 5, 15, 8), box(17, 5, 20, 7)}});
  const Point start_{9, 8};
  const Point goal_{24, 4};
};

TEST_F(NorthstarDetour, FaithfulTrustsTheWayOverASharedCorner) {
  const Answer answer = answer_of(kFaithful, space_, start_, goal_);
  EXPECT_EQ(answer.path, (Path{start_, {12, 5}, goal_}));
  EXPECT_EQ(answer.expanded, 1U);
}

TEST_F(NorthstarDetour, SoundAndItsTableFindTheShortestWay) {
  for (const std::string_view method : {kSound, kTable}) {
    const Answer answer = answer_of(method, space_, start_, goal_);
    EXPECT_EQ(answer.path, (Path{start_, {12, 8}, {15, 8}, {20, 7}, goal_})) << method;
    EXPECT_DOUBLE_EQ(length(answer.path), 11 + std::sqrt(26.0));
  }
}

TEST(Northstar, EndsOnBothSidesOfAClosedBoundaryAreRefusedWithoutASearch) {
  // A court in a field. Its wall has no gap.
  const FreeSpace space =
      FreeSpace::from_polygons({{box(0, 0, 10, 10, true), box(2, 2, 8, 8), box(3, 3, 7, 7, true)}});
  for (const std::string_view method : {kFaithful, kSound, kTable}) {
    for (const auto& [start, goal] : {std::pair(Point{1, 1}, Point{5, 5}), {{3, 3}, {2, 2}}}) {
      const Answer answer = answer_of(method, space, start, goal);
      EXPECT_EQ(answer.status, PlanStatus::kNoPath) << method;
      EXPECT_EQ(answer.generated, 0U) << method;
    }
    EXPECT_EQ(answer_of(method, space, {3, 3}, {5, 5}).status, PlanStatus::kFound) << method;
  }
}

TEST(Northstar, SoundEqualsTheExactOptimumAndFaithfulIsNeverShorter) {
  std::vector<World> worlds = fixture_worlds();
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    worlds.push_back(random_blocks(seed, 20, 25));
    worlds.push_back(random_stars(seed, 3, 7));
    worlds.push_back(random_rings(seed, 8, 8, 0.35));
    worlds.push_back(random_lattice(seed, 8, 8, 0.3, 0.2));
  }
  int found = 0;
  int longer = 0;
  for (const World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    const ExactSolver solver(space);
    ExactSolver::Scratch scratch;
    const auto faithful = planner_of(kFaithful, space);
    const auto sound = planner_of(kSound, space);
    const auto table = planner_of(kTable, space);
    std::mt19937 random(31);
    const std::vector<Point> points = probe_points(space, random, 80);
    Answer answer;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Query query{points[i], points[i + 1]};
      const double optimum = solver.solve(query.start, query.goal, scratch);
      for (Planner* planner : {sound.get(), table.get()}) {
        planner->plan(query, answer);
        ASSERT_EQ(answer.status == PlanStatus::kFound, std::isfinite(optimum));
        if (std::isfinite(optimum)) {
          ASSERT_NEAR(length(answer.path), optimum, 1e-9 * optimum);
        }
      }
      faithful->plan(query, answer);
      ASSERT_EQ(answer.status == PlanStatus::kFound, std::isfinite(optimum));
      if (!std::isfinite(optimum)) continue;
      ++found;
      ASSERT_GE(length(answer.path), optimum * (1 - 1e-9));
      longer += length(answer.path) > optimum * (1 + 1e-9) ? 1 : 0;
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(longer, 0);
}

}  // namespace
}  // namespace fairway::test
