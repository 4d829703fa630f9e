#include "harness/sweep/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fairway::test {
namespace {

using testing::HasSubstr;

/// A room of 8 x 8 with a query across it before and after each burst.
ChangingWorld room(std::vector<Burst> bursts) {
  ChangingWorld world;
  world.file = "room.changes";
  world.start = {
      "room.geojson", Polygons{{{{{0, 0}, {8, 0}, {8, 8}, {0, 8}}, true}}}, {{1, 1, 1, 1}}};
  const QueryStep across{0, {1, 4}, {7, 4}, {}, 1};
  world.steps.emplace_back(across);
  int line = 2;
  for (Burst& burst : bursts) {
    BurstStep step{std::move(burst)};
    step.added_lines.assign(step.burst.added.size(), line);
    step.removed_lines.assign(step.burst.removed.size(), line);
    world.steps.emplace_back(std::move(step));
    world.steps.emplace_back(across);
    ++line;
  }
  return world;
}

std::vector<Method> methods(std::initializer_list<const char*> names) {
  std::vector<Method> all;
  for (const char* name : names) all.push_back(Registry::built_in().method(name));
  return all;
}

TEST(Replay, AsksTheWorldAsItIs) {
  const ChangingWorld world = room(
      {{.patches = {}, .removed = {}, .added = {{1, {{3, 2}, {5, 2}, {5, 6}, {3, 6}}}}},
       {.patches = {},
        .removed = {},
        .added = {{2, {{3, 6}, {5, 6}, {5, 8}, {3, 8}}}, {3, {{3, 0}, {5, 0}, {5, 2}, {3, 2}}}}},
       {.patches = {}, .removed = {1}, .added = {}}});
  for (const ReplayRecord& r : replay(
           world, Registry::built_in(),
           methods({"visibility-graph", "polyanya", "hub-labels", "quadtree", "triangle-mesh"}))) {
    SCOPED_TRACE(r.method);
    EXPECT_EQ(r.queries, 4);
    EXPECT_EQ(r.found, 3) << "the second burst parts the room";
    EXPECT_EQ(r.missed, 0);
    EXPECT_EQ(r.illegal, 0);
    EXPECT_EQ(r.follows.size(), 3U);
    EXPECT_EQ(r.first_path_ns.size(), 3U);
    EXPECT_GT(r.memory_last, 0);
    const bool exact = r.method != "quadtree" && r.method != "triangle-mesh";
    EXPECT_LT(r.gap, exact ? 1e-12 : 1);
  }
}

/// Regression: the time of erosion after a burst was not counted.
TEST(Replay, ErosionIsInTheTimeOfABurst) {
  const ChangingWorld world =
      room({{.patches = {}, .removed = {}, .added = {{1, {{3, 2}, {5, 2}, {5, 6}, {3, 6}}}}}});
  const auto follow = [&](double radius) {
    return replay(world, Registry::built_in(), methods({"polyanya", "quadtree-rebuilt"}), radius);
  };
  for (const ReplayRecord& r : follow(0.25)) {
    EXPECT_GT(r.follows.at(0).erosion_ns, 0) << r.method;
    EXPECT_GE(r.follows.at(0).costs.space_ns, r.follows.at(0).erosion_ns) << r.method;
  }
  for (const ReplayRecord& r : follow(0)) EXPECT_EQ(r.follows.at(0).erosion_ns, 0) << r.method;
}

// Regression: with an agent radius, the code assumed that no burst frees a cell outside the
// bounding box of the initial free cells.
TEST(Replay, FreesCellsBesideTheFirstFreeOnesForAnAgentWithARadius) {
  Raster cells(5, 3);
  for (int y = 0; y < 3; ++y) {
    for (int x = 1; x < 4; ++x) cells.set(x, y, 1);
  }
  ChangingWorld world;
  world.file = "cells.changes";
  world.start = {"cells.map", cells, {}};
  BurstStep step{{.patches = {{0, 1, Raster(1, 2, 1)}, {4, 0, Raster(1, 3, 1)}}}};
  step.patch_lines = {2, 2};
  world.steps.emplace_back(std::move(step));
  world.steps.emplace_back(QueryStep{0, {0.5, 2.5}, {4.5, 0.5}, {}, 3});
  for (const ReplayRecord& r : replay(world, Registry::built_in(),
                                      methods({"polyanya", "polyanya-rebuilt", "grid"}), 0.1)) {
    SCOPED_TRACE(r.method);
    EXPECT_EQ(r.found, 1);
    EXPECT_EQ(r.illegal, 0);
  }
}

TEST(Replay, NamesTheBurstThatTheWorldDoesNotAllow) {
  const auto fault = [](Burst burst) -> std::string {
    try {
      replay(room({{}, std::move(burst)}), Registry::built_in(), methods({"polyanya"}));
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(fault({.patches = {}, .removed = {}, .added = {{1, {{3, 3}, {9, 3}, {9, 4}}}}}),
              HasSubstr("room.changes:3: obstacle 1 has the point (9, 3) outside the world"));
  EXPECT_THAT(fault({.patches = {}, .removed = {}, .added = {{1, {{3, 3}, {4, 3}, {5, 3}}}}}),
              HasSubstr("room.changes:3: obstacle 1: the ring encloses no area"));
  EXPECT_THAT(fault({.added = {{1, {{3, 3}, {5, 3}, {5, 5}, {2, 5}, {3, 5}}}}}),
              HasSubstr("room.changes:3: obstacle 1: the edge from (3, 5) to (2, 5) occurs twice"));
  EXPECT_THAT(
      fault({.patches = {}, .removed = {4}, .added = {}}),
      HasSubstr("room.changes:3: obstacle 4 does not exist, so the burst cannot remove it"));
  EXPECT_THAT(fault({.patches = {},
                     .removed = {},
                     .added = {{1, {{1, 1}, {5, 1}, {5, 5}, {1, 5}}},
                               {2, {{3, 3}, {7, 3}, {7, 7}, {3, 7}}}}}),
              HasSubstr("room.changes:3: the edge from"));
  EXPECT_THAT(
      fault({.patches = {}, .removed = {}, .added = {{1, {{0, 0}, {8, 0}, {8, 8}, {0, 8}}}}}),
      HasSubstr("room.changes:3: the world has no free space"));
}

/// Regression: the edges of obstacles have no ring number. The code assumed that all edges without
/// a ring number belong to one ring. If two obstacles crossed, the message said that one ring
/// crosses itself.
TEST(Replay, DoesNotSayThatObstaclesThatCrossAreOneRing) {
  const ChangingWorld world =
      room({{.patches = {}, .removed = {}, .added = {{1, {{3, 3}, {5, 3}, {5, 5}}}}},
            {.patches = {}, .removed = {}, .added = {{2, {{1, 4}, {7, 4}, {7, 5}}}}}});
  try {
    replay(world, Registry::built_in(), methods({"polyanya"}));
    FAIL() << "the obstacles cross";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("crosses the edge from (5, 3) to (5, 5); expected"));
  }
}

/// Regression: if an added obstacle was faulty, the message named the first line of its burst
/// instead of the line of the obstacle. Removed obstacles cannot be faulty here, because they are
/// checked when the file is read.
TEST(Replay, NamesTheLineOfWhatComesWhereOthersGo) {
  ChangingWorld world =
      room({{.patches = {}, .removed = {}, .added = {{1, {{3, 3}, {5, 3}, {5, 5}}}}},
            {.patches = {}, .removed = {1}, .added = {{2, {{1, 4}, {9, 4}, {7, 5}}}}}});
  std::get<BurstStep>(world.steps.at(3)).added_lines = {7};
  try {
    replay(world, Registry::built_in(), methods({"polyanya"}));
    FAIL() << "the obstacle leaves the world";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("room.changes:7: obstacle 2 has the point (9, 4)"));
  }
}

}  // namespace
}  // namespace fairway::test
