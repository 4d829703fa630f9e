#include <gtest/gtest.h>

#include <random>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/methods/registry.hpp"
#include "tests/support/terrain_worlds.hpp"

namespace fairway {
namespace {

TEST(TerrainSmoothing, NeverCostsMoreThanThePathThatWasFound) {
  int found = 0;
  int cheaper = 0;
  for (const test::TerrainWorld& world : test::random_terrain_worlds(12)) {
    const FreeSpace space = FreeSpace::from_raster(world.raster, world.terrain);
    const PathChecker checker(space);
    for (Method method : Registry::built_in().methods()) {
      for (const Smoother smoother :
           {method.search.smoother, Smoother::kShortcut, Smoother::kHomotopic}) {
        method.search.smoother = smoother;
        const auto planner = Registry::built_in().build(space, method);
        std::mt19937 random(2);
        Answer answer;
        for (int k = 0; k < 10; ++k) {
          const Point start = test::free_cell(world.raster, random).centre();
          const Point goal = test::free_cell(world.raster, random).centre();
          planner->plan({start, goal}, answer);
          if (answer.status != PlanStatus::kFound || !checker.check(answer.raw).legal) continue;
          ++found;
          const double raw = path_cost(space, answer.raw);
          const double smooth = path_cost(space, answer.path);
          ASSERT_LE(smooth, raw * (1 + 1e-9)) << world.name << ' ' << method.name;
          ASSERT_TRUE(checker.check(answer.path).legal) << world.name << ' ' << method.name;
          cheaper += smooth < raw * (1 - 1e-6);
        }
      }
    }
  }
  EXPECT_GT(found, 1000);
  EXPECT_GT(cheaper, 100);
}

}  // namespace
}  // namespace fairway
