#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "tests/changes/replanning_pair.hpp"
#include "tests/support/bursts.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

/// The environment variables SEED, WORLDS and SIDE make a longer run.
TEST(Replanning, AgreesWithAStarAfterRandomChanges) {
  std::mt19937 random(from_environment("SEED", 1));
  const int worlds = static_cast<int>(from_environment("WORLDS", 60));
  const int side = static_cast<int>(from_environment("SIDE", 22));
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  int found = 0;
  for (int world = 0; world < worlds; ++world) {
    Raster cells(3 + below(side), 3 + below(side), 1);
    for (int i = cells.width() * cells.height() / 4; i > 0; --i) {
      cells.set(below(cells.width()), below(cells.height()), Raster::kBlocked);
    }
    cells.set(0, 0, 1);
    ReplanningPair pair(FreeSpace::from_raster(cells), world % 3 == 0 ? "grid-16" : "grid",
                        world % 3 == 2 ? HeuristicKind::kOctile : HeuristicKind::kEuclidean);
    const auto point = [&] {
      return Point{below(cells.width()) + 0.25 * below(4), below(cells.height()) + 0.25 * below(4)};
    };
    Query query{point(), point()};
    for (int step = 0; step < 60; ++step) {
      if (below(3) == 0) {
        CellPatch patch{below(cells.width()), below(cells.height()), Raster(1, 1)};
        patch.cells.set(0, 0, static_cast<Raster::Class>(below(2)));
        try {
          pair.follow({.patches = {patch}});
        } catch (const InvalidBurst&) {
          break;  // no cell is free
        }
      }
      if (below(12) == 0) query.goal = point();
      if (below(6) == 0) {
        query.start = point();
      } else if (pair.a.status == PlanStatus::kFound && pair.a.path.size() > 1) {
        query.start = pair.a.path[1];  // the robot makes a step
        if (query.start == query.goal) query.start = point();
      }
      pair.ask(query);
      if (HasFailure()) FAIL() << "world " << world << " step " << step;
    }
    found += pair.found;
  }
  EXPECT_GT(60 * found, 1000 * worlds);
}

TEST(Replanning, RunsOnTheGraphOfAnyRepresentation) {
  std::mt19937 random(5);
  for (const char* name :
       {"quadtree", "triangle-mesh", "visibility-graph", "visibility-graph-full"}) {
    int found = 0;
    for (int number = 0; number < 6; ++number) {
      ChangingWorld world(random, number);
      ReplanningPair pair(world.first(), name);
      for (int b = 0; b < 10; ++b) {
        if (world.next_burst(random)) pair.follow(world.burst());
        const std::vector<Point> ends = probe_points(world.rebuilt(), random, 4);
        for (const Point start : ends) pair.ask({start, ends.front()});
        if (HasFailure()) FAIL() << name << " in world " << number << " burst " << b;
      }
      found += pair.found;
    }
    EXPECT_GT(found, 30) << name;
  }
}

/// The main use of D* Lite: a robot walks to its goal while cells near it change.
TEST(Replanning, ExpandsFewerThanAStarIfChangesAreNearTheStart) {
  std::mt19937 random(7);
  Raster cells(100, 100, 1);
  for (int i = 0; i < 1500; ++i) {
    cells.set(static_cast<int>(random() % 100), static_cast<int>(random() % 100), Raster::kBlocked);
  }
  cells.set(0, 0, 1);
  cells.set(99, 99, 1);
  ReplanningPair pair(FreeSpace::from_raster(cells), "grid");
  Query query{{0.5, 0.5}, {99.5, 99.5}};
  for (int step = 0; step < 60; ++step) {
    pair.ask(query);
    if (HasFailure() || pair.a.status != PlanStatus::kFound || pair.a.path.size() < 4) break;
    const Point ahead = pair.a.path[2];
    query.start = pair.a.path[1];
    CellPatch patch{static_cast<int>(ahead.x), static_cast<int>(ahead.y), Raster(1, 1)};
    if (step % 2 == 0) pair.follow({.patches = {patch}});
  }
  EXPECT_GT(pair.found, 20);
  EXPECT_LT(pair.kept_expanded, pair.fresh_expanded);
}

}  // namespace
}  // namespace fairway::test
