#include "algorithms/methods/solver_planner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/methods/register_solver.hpp"
#include "algorithms/methods/registry.hpp"
#include "tests/methods/ask.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// Finds only straight paths. Does not support worlds of cells.
class Beeline {
 public:
  static constexpr std::string_view kName = "beeline";
  static constexpr Guarantees kGuarantees{};
  struct Options {
    bool backwards = false;
    static void describe(Options& options, auto&& field) {
      field("backwards", options.backwards, "looks from the goal");
    }
  };
  struct Scratch {
    int queries = 0;
  };
  static std::vector<NamedSolver<Options>> methods() {
    return {{.name = kName, .options = {}},
            {.name = "beeline-shortcut", .options = {true}, .smoother = Smoother::kShortcut}};
  }
  static bool supports(const FreeSpace& space, const Options&) { return !space.made_of_cells(); }
  static Beeline build(const FreeSpace& space, const Options& options) {
    return Beeline(space, options);
  }
  SolverResult solve(const Location& start, const Location& goal, Scratch& scratch,
                     Path& path) const {
    ++scratch.queries;
    path.clear();
    const bool found = options_.backwards ? sees(*space_, goal, start) : sees(*space_, start, goal);
    if (found)
      path = {start.point, {(start.point.x + goal.point.x) / 2, start.point.y}, goal.point};
    return {found, 1, 2};
  }
  std::size_t memory_bytes() const { return 16; }
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return 7; }

 private:
  Beeline(const FreeSpace& space, const Options& options)
      : space_(&space), options_(options), report_{{{"look", 5}}, space.area() / 2, 1} {}

  const FreeSpace* space_;
  Options options_;
  BuildReport report_;
};
static_assert(check_solver<Beeline>());

TEST(SolverPlanner, AnswersAndReportsItsFacts) {
  const FreeSpace space = room_round_pillar();
  const Registry registry({register_solver<Beeline>()});
  const auto planner = registry.build(space, registry.method("beeline"));
  EXPECT_TRUE(planner->facts().supported);
  EXPECT_EQ(planner->facts().vertices, 7U);
  EXPECT_EQ(planner->facts().edges, 0U);
  EXPECT_EQ(planner->facts().memory_bytes, 16U);
  EXPECT_EQ(planner->facts().coverage, 0.5);
  EXPECT_THAT(planner->facts().build_phases, testing::ElementsAre(testing::Pair("look", 5)));

  const Answer found = ask(*planner, {0.5, 0.5}, {0.5, 3.5});
  EXPECT_EQ(found.status, PlanStatus::kFound);
  EXPECT_EQ(found.raw.size(), 3U);
  EXPECT_EQ(found.path, found.raw);
  EXPECT_EQ(found.expanded, 1U);
  EXPECT_EQ(found.generated, 2U);
  EXPECT_GT(found.times.search, 0);
  const Answer none = ask(*planner, {0.5, 0.5}, {3.5, 3.5});
  EXPECT_EQ(none.status, PlanStatus::kNoPath);
  EXPECT_TRUE(none.path.empty());
  EXPECT_EQ(ask(*planner, {2, 2}, {3.5, 3.5}).status, PlanStatus::kStartBlocked);
  EXPECT_EQ(ask(*planner, {3.5, 3.5}, {2, 2}).status, PlanStatus::kGoalBlocked);
}

TEST(SolverPlanner, UsesTheSmootherOfItsSettings) {
  const FreeSpace space = room_round_pillar();
  const Registry registry({register_solver<Beeline>()});
  const auto planner = registry.build(space, registry.method("beeline-shortcut"));
  const Answer answer = ask(*planner, {0.5, 0.5}, {3.5, 0.75});
  EXPECT_EQ(answer.raw.size(), 3U);
  EXPECT_THAT(answer.path, testing::ElementsAre(Point{0.5, 0.5}, Point{3.5, 0.75}));
}

TEST(SolverPlanner, SupportsTheWorldsOfItsSolverAndSmoother) {
  const FreeSpace polygons = room_round_pillar();
  const FreeSpace cells = FreeSpace::from_raster(Raster(2, 2, 1));
  const Registry registry({register_solver<Beeline>()});
  Method method = registry.method("beeline");
  EXPECT_FALSE(registry.build(cells, method)->facts().supported);
  EXPECT_EQ(ask(*registry.build(cells, method), {0.5, 0.5}, {1.5, 1.5}).status,
            PlanStatus::kUnsupported);
  for (const char* smoother : {"funnel", "cells"}) {
    method.search = with_option_values(method.search, {{"smoother", smoother}});
    EXPECT_FALSE(registry.build(polygons, method)->facts().supported) << smoother;
  }
}

TEST(SolverPlanner, HasItsOwnSearchAndNoOther) {
  const FreeSpace space = room_round_pillar();
  const Registry registry({register_solver<Beeline>()});
  Method method = registry.method("beeline");
  EXPECT_EQ(method.search.search, SearchKind::kOwn);
  method.search.search = SearchKind::kAstar;
  EXPECT_THROW(registry.build(space, method), OptionError);
  const Registry& built_in = Registry::built_in();
  Method foreign = built_in.methods().front();
  foreign.search.search = SearchKind::kOwn;
  EXPECT_THROW(built_in.build(space, foreign), OptionError);
}

}  // namespace
}  // namespace fairway::test
