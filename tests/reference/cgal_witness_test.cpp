#include "algorithms/reference/cgal_witness.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/reference/exact_solvers.hpp"
#include "datasets/read_world.hpp"
#include "tests/support/project.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

const std::filesystem::path kMaps = test::project_file("datasets/maps");

/// Compares the witness with the exact solvers on random queries. Many ends are on corners, walls
/// and pinches, or outside free space.
void expect_agreement(const FreeSpace& space, std::size_t queries) {
  const CgalWitness witness(space);
  const ExactSolvers solvers(space);
  ExactSolvers::Scratch scratch;
  std::mt19937 random(3);
  const std::vector<Point> points = test::probe_points(space, random, 2 * queries);
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    const double exact = solvers.solve(points[i], points[i + 1], scratch).by_visibility_graph;
    const double length = witness.shortest(points[i], points[i + 1], exact);
    EXPECT_LE(relative_difference(exact, length), CgalWitness::kTolerance)
        << std::hexfloat << points[i].x << ' ' << points[i].y << "  " << points[i + 1].x << ' '
        << points[i + 1].y << std::defaultfloat << ": " << exact << ", by CGAL " << length;
  }
}

void expect_agreement(const std::vector<test::World>& worlds, std::size_t queries) {
  for (const test::World& world : worlds) {
    SCOPED_TRACE(world.name);
    expect_agreement(test::build(world), queries);
  }
}

// Checks whole paths, because a correct length alone could hide a wrong path. Each path must lead
// from the exact start to the exact goal.
TEST(CgalWitness, PathsAreLegalAndAlmostAllShortest) {
  std::size_t found = 0;
  std::size_t shortest = 0;
  for (const test::World& world : test::fixture_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const CgalWitness witness(space);
    const ExactSolvers solvers(space);
    const PathChecker checker(space);
    ExactSolvers::Scratch scratch;
    std::mt19937 random(5);
    const std::vector<Point> points = test::probe_points(space, random, 60);
    Path path{{1, 2}};
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      const Point start = points[i];
      const Point goal = points[i + 1];
      const double optimum = solvers.solve(start, goal, scratch).by_visibility_graph;
      if (!witness.shortest_path(start, goal, path)) {
        EXPECT_TRUE(path.empty());
        continue;
      }
      ASSERT_FALSE(path.empty());
      EXPECT_EQ(path.front(), start);
      EXPECT_EQ(path.back(), goal);
      EXPECT_TRUE(checker.check(path).legal);
      EXPECT_GE(length(path), optimum * (1 - CgalWitness::kTolerance));
      ++found;
      shortest += length(path) <= optimum * (1 + CgalWitness::kTolerance) ? 1 : 0;
    }
  }
  EXPECT_GT(found, 100U);
  EXPECT_GE(20 * shortest, 19 * found);
}

TEST(CgalWitness, AgreesOnEveryShippedMap) {
  int maps = 0;
  for (const auto& file : std::filesystem::directory_iterator(kMaps)) {
    if (file.path().extension() == ".md" || file.path().extension() == ".scen") continue;
    SCOPED_TRACE(file.path());
    expect_agreement(load_free_space(file.path()), 12);
    ++maps;
  }
  EXPECT_GE(maps, 13);
}

TEST(CgalWitness, AgreesOnFixtureWorlds) { expect_agreement(test::fixture_worlds(), 60); }
TEST(CgalWitness, AgreesOnRandomWorlds) { expect_agreement(test::random_worlds(800, 6), 30); }
TEST(CgalWitness, AgreesOnExtremeWorlds) { expect_agreement(test::extreme_worlds(), 20); }

Polygons square(double size) {
  Polygons polygons;
  polygons.parts.push_back({{{0, 0}, {size, 0}, {size, size}, {0, size}}, true});
  return polygons;
}

TEST(CgalWitness, NeitherPassesAPinchNorAWallOfZeroWidth) {
  Polygons polygons = square(8);
  polygons.parts.push_back({{{2, 2}, {4, 2}, {4, 4}, {2, 4}}, false});
  polygons.parts.push_back({{{4, 4}, {6, 4}, {6, 6}, {4, 6}}, false});
  const CgalWitness pinch(FreeSpace::from_polygons(polygons));
  EXPECT_NEAR(pinch.shortest({3, 5}, {5, 3}, 0), 4 + 2 * std::sqrt(2), 1e-12);
  EXPECT_NEAR(pinch.shortest({4, 4}, {5, 3}, 0), std::sqrt(2), 1e-12);
  EXPECT_NEAR(pinch.shortest({4, 4}, {3, 5}, 0), std::sqrt(2), 1e-12);

  Polygons walled = square(8);
  walled.walls = {{{4, 2}, {4, 6}}};
  const CgalWitness wall(FreeSpace::from_polygons(walled));
  EXPECT_NEAR(wall.shortest({3, 4}, {5, 4}, 0), 2 * std::sqrt(5), 1e-12);
  EXPECT_NEAR(wall.shortest({4, 4}, {5, 4}, 0), 1, 1e-12);
  EXPECT_NEAR(wall.shortest({4, 4}, {3, 4}, 0), 1, 1e-12);
  EXPECT_EQ(wall.shortest({4, 3}, {4, 3}, 0), 0);
}

TEST(CgalWitness, NoPathFromOutsideOrToAnotherComponent) {
  Polygons polygons = square(8);
  polygons.walls = {{{4, 0}, {4, 8}}};
  const CgalWitness witness(FreeSpace::from_polygons(polygons));
  EXPECT_EQ(witness.shortest({1, 1}, {9, 9}, 0), kInfinity);
  EXPECT_EQ(witness.shortest({9, 9}, {1, 1}, 0), kInfinity);
  EXPECT_EQ(witness.shortest({1, 1}, {7, 7}, 0), kInfinity);
  EXPECT_NEAR(witness.shortest({1, 1}, {4, 7}, 0), std::sqrt(45), 1e-12);
}

// Regression: if the start of a path lies on an edge of the mesh, CGAL 5.5 replaces it by its
// mirror image. The search then sometimes found no path.
TEST(CgalWitness, EndsOnTheWallsOfCells) {
  Raster raster(12, 12, 1);
  for (const auto& [x, y] : {std::pair{3, 4}, {4, 4}, {5, 4}, {7, 8}, {8, 8}, {2, 9}}) {
    raster.set(x, y, Raster::kBlocked);
  }
  const FreeSpace space = FreeSpace::from_raster(raster);
  const CgalWitness witness(space);
  const ExactSolvers solvers(space);
  ExactSolvers::Scratch scratch;
  for (double s = 0.125; s < 12; s += 0.625) {
    for (const Point goal : {Point{4.25, 5}, Point{7, 8.75}, Point{12, 11.5}, Point{2.5, 10}}) {
      const double exact = solvers.solve({s, 0}, goal, scratch).by_visibility_graph;
      EXPECT_NEAR(witness.shortest({s, 0}, goal, exact), exact, 1e-9 * exact);
      EXPECT_NEAR(witness.shortest(goal, {s, 0}, exact), exact, 1e-9 * exact);
    }
  }
}

// Regression: CGAL 5.5 reads freed memory if an edge is too short to change a rounded path length.
// Eroded worlds have such edges. CgalWitness must avoid them, and AddressSanitizer reports the
// fault if it does not.
TEST(CgalWitness, EdgesShorterThanTheRoundingOfADistance) {
  Polygons polygons = square(128);
  for (double x = 8; x < 120; x += 8) {
    const double y = x < 64 ? 127 : 1;
    const double beside = std::nextafter(x, 0);
    polygons.parts.push_back({{{beside, 64}, {x, 64}, {x + 1, y}, {x - 1, y}}, false});
  }
  const FreeSpace space = FreeSpace::from_polygons(polygons);
  const CgalWitness witness(space);
  const ExactSolvers solvers(space);
  ExactSolvers::Scratch scratch;
  for (double x = 1; x < 128; x += 8) {
    const Point start{x, 100};
    const Point goal{127 - x, 30};
    const double exact = solvers.solve(start, goal, scratch).by_visibility_graph;
    ASSERT_TRUE(std::isfinite(exact));
    EXPECT_NEAR(witness.shortest(start, goal, exact), exact, CgalWitness::kTolerance * exact);
  }
}

TEST(CgalWitness, AgreesOnAnErodedWorld) {
  const FreeSpace castle = load_free_space(kMaps / "castle.geojson");
  expect_agreement(eroded(castle, 0.5), 20);
}

}  // namespace
}  // namespace fairway
