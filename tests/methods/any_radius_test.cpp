#include <gmock/gmock.h>

#include <limits>
#include <stdexcept>

#include "algorithms/methods/planner_for.hpp"
#include "algorithms/methods/register_representation.hpp"
#include "algorithms/methods/registry.hpp"
#include "tests/methods/ask.hpp"
#include "tests/methods/wide_ways.hpp"

namespace fairway::test {
namespace {

using testing::ElementsAre;

FreeSpace square() {
  return FreeSpace::from_polygons({{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true}}, {}});
}

TEST(AnyRadius, ThePlannerPassesTheRadiusOn) {
  const FreeSpace space = square();
  PlannerFor<WideWays> planner(space, {}, {});
  EXPECT_TRUE(planner.facts().any_radius);
  const Point start{0.5, 1};
  const Point goal{3.5, 1};
  EXPECT_THAT(ask(planner, start, goal, 0).path,
              ElementsAre(start, Point{1, 2}, Point{3, 2}, goal));
  EXPECT_THAT(ask(planner, start, goal, 0.5).path,
              ElementsAre(start, Point{1, 2}, Point{3, 2}, Point{0.5, 0}, goal));
  EXPECT_THAT(ask(planner, start, goal, 2).path,
              ElementsAre(start, Point{1, 2}, Point{2, 3.5}, Point{3, 2}, Point{2, 0}, goal));
  SearchTrace trace;
  Answer traced;
  planner.plan_traced({start, goal, 2}, traced, trace);
  EXPECT_EQ(traced.path.size(), 6U);
  EXPECT_EQ(ask(*planner.fork(), start, goal, 2).path, traced.path);
}

TEST(AnyRadius, EndsWithoutRoomAreBlocked) {
  const FreeSpace space = square();
  PlannerFor<WideWays> planner(space, {}, {});
  EXPECT_EQ(ask(planner, {0, 0}, {3, 1}, 0).status, PlanStatus::kFound);
  EXPECT_EQ(ask(planner, {0, 0}, {3, 1}, 0.1).status, PlanStatus::kStartBlocked);
  EXPECT_EQ(ask(planner, {3, 1}, {0, 0}, 0.1).status, PlanStatus::kGoalBlocked);
}

TEST(AnyRadius, AWrongRadiusIsRefused) {
  const FreeSpace space = square();
  PlannerFor<WideWays> planner(space, {}, {});
  for (const double wrong :
       {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(ask(planner, {1, 1}, {3, 1}, wrong), std::invalid_argument) << wrong;
  }
  const auto one_radius =
      Registry::built_in().build(space, Registry::built_in().method("polyanya"));
  EXPECT_FALSE(one_radius->facts().any_radius);
  EXPECT_THROW(ask(*one_radius, {1, 1}, {3, 1}, 0.5), std::invalid_argument);
  EXPECT_EQ(ask(*one_radius, {1, 1}, {3, 1}, 0).status, PlanStatus::kFound);
}

/// A method with a smoother serves only radius 0, because the smoother knows only the world without
/// erosion. The same holds for searches that work on a copy of the graph.
TEST(AnyRadius, SettingsDecideWhetherItIsKept) {
  const FreeSpace space = square();
  PlannerFor<WideWays> smoothed(space, {}, {.smoother = Smoother::kShortcut});
  EXPECT_FALSE(smoothed.facts().any_radius);
  EXPECT_THROW(ask(smoothed, {1, 1}, {3, 1}, 0.5), std::invalid_argument);
  EXPECT_FALSE(serves_any_radius({.search = SearchKind::kAlt}));
  EXPECT_FALSE(serves_any_radius({.clearance_weight = 1}));
  EXPECT_FALSE(serves_any_radius({.search = SearchKind::kDStarLite}));
  const RegisteredAdapter adapter(register_representation<WideWays>());
  EXPECT_TRUE(promises_of(adapter, adapter.methods[0]).any_radius);
  EXPECT_FALSE(promises_of(adapter, adapter.methods[1]).any_radius);
}

}  // namespace
}  // namespace fairway::test
