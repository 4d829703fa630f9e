#include "algorithms/smoothing/homotopic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "algorithms/reference/exact_solver.hpp"
#include "tests/smoothing/random_paths.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// A square hole from (3, 3) to (6, 6) in a square of side 9.
FreeSpace ring_world() {
  Polygons square;
  square.parts.push_back({{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, true});
  square.parts.push_back({{{3, 3}, {6, 3}, {6, 6}, {3, 6}}, false});
  return FreeSpace::from_polygons(square);
}

Path tightened(const FreeSpace& space, Path path) {
  HomotopicScratch scratch;
  EXPECT_TRUE(homotopic_shortest(space, scratch, path));
  return path;
}

TEST(Homotopic, KeepsItsWayRoundAHole) {
  const FreeSpace space = ring_world();
  EXPECT_EQ(tightened(space, {{1, 4}, {2, 1}, {7, 1}, {8, 5}}),
            (Path{{1, 4}, {3, 3}, {6, 3}, {8, 5}}));
  EXPECT_EQ(tightened(space, {{1, 4}, {1, 8}, {8, 8}, {8, 5}}),
            (Path{{1, 4}, {3, 6}, {6, 6}, {8, 5}}));
}

TEST(Homotopic, KeepsItsTurnsRoundAHole) {
  const FreeSpace space = ring_world();
  const Path once{{2, 4}, {2, 2}, {7, 2}, {7, 7}, {2, 7}, {2, 5}};
  EXPECT_EQ(tightened(space, once), (Path{{2, 4}, {3, 3}, {6, 3}, {6, 6}, {3, 6}, {2, 5}}));
  Path to_and_fro = once;
  to_and_fro.insert(to_and_fro.end(), once.rbegin() + 1, once.rend());
  EXPECT_EQ(tightened(space, to_and_fro), (Path{{2, 4}}));
}

TEST(Homotopic, AnIllegalPathIsKept) {
  const FreeSpace space = ring_world();
  HomotopicScratch scratch;
  for (const Path& path : {Path{{1, 4}, {8, 4}}, Path{{1, 4}, {4, 4}}, Path{}}) {
    Path result = path;
    EXPECT_FALSE(homotopic_shortest(space, scratch, result));
    EXPECT_EQ(result, path);
  }
}

TEST(Homotopic, RandomPathsAreTightenedWithinTheirClass) {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (test::World& world : test::random_worlds(500, 5)) worlds.push_back(std::move(world));
  std::mt19937 random(31);
  std::size_t shortest = 0;
  std::size_t longer = 0;
  HomotopicScratch scratch;
  SleeveScratch sleeve;
  std::vector<HalfEdge> before;
  std::vector<HalfEdge> after;
  for (const test::World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const RationalOracle oracle(space);
    const ExactSolver solver(space);
    ExactSolver::Scratch solving;
    const bool two_sided_walls = std::ranges::any_of(
        space.walls(), [](const Wall& wall) { return wall.free_left && wall.free_right; });
    const VertexMesh corners = VertexMesh::build(space, {});
    for (std::size_t round = 0; round < 40; ++round) {
      const Path path = test::wander(space, corners, round % 17, random);
      if (!oracle.legal(path)) continue;  // rounding moved an end out of its triangle
      Path result = path;
      ASSERT_TRUE(homotopic_shortest(space, scratch, result));
      ASSERT_TRUE(oracle.legal(result));
      ASSERT_EQ(result.front(), path.front());
      ASSERT_EQ(result.back(), path.back());
      ASSERT_LE(length(result), length(path) * (1 + 1e-12));
      const double optimum = solver.solve(path.front(), path.back(), solving);
      ASSERT_GE(length(result), optimum * (1 - 1e-12));
      // A path that slides along a wall of zero width may belong to several classes.
      if (two_sided_walls) continue;
      ASSERT_TRUE(trace_sleeve(space, path, sleeve, before));
      ASSERT_TRUE(trace_sleeve(space, result, sleeve, after));
      ASSERT_EQ(before, after);
      Path again = result;
      ASSERT_TRUE(homotopic_shortest(space, scratch, again));
      ASSERT_EQ(again, result);
      if (space.hole_count() == 0) {
        ASSERT_LE(length(result), optimum * (1 + 1e-12));
        ++shortest;
      } else if (length(result) > optimum * (1 + 1e-9)) {
        ++longer;
      }
    }
  }
  EXPECT_GT(shortest, 100u);
  EXPECT_GT(longer, 100u);
}

}  // namespace
}  // namespace fairway
