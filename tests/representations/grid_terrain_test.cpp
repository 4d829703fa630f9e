#include <gtest/gtest.h>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/reference/eight_connected_optimum.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/support/terrain_worlds.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// Answers queries and keeps the buffers of a query.
struct Searcher {
  /// Returns the cost of the path found, and writes the realised path to `path`.
  double cost(const Grid& grid, const FreeSpace& space, Point a, Point b) {
    path.clear();
    const Location start = space.locate(a);
    const Location goal = space.locate(b);
    if (grid.attach(start, goal, scratch, attachment) != AttachStatus::kAttached) return kInfinity;
    const WeightedHeuristic heuristic(grid.octile_to(b, attachment.goal), grid.least_cost_factor());
    const EuclideanHeuristic straight([&](Vertex v) { return grid.position(v); }, b);
    const SearchResult result =
        octile ? astar(grid.graph(), attachment, heuristic, search, vertices)
               : astar(grid.graph(), attachment,
                       WeightedHeuristic(straight, grid.least_cost_factor()), search, vertices);
    if (result.found) grid.realise({start, goal, attachment, vertices}, scratch, path);
    return result.cost;
  }

  bool octile = true;
  Path path;
  Grid::Scratch scratch;
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
};

TEST(GridTerrain, CostsEqualTheGridOptimumAndBoost) {
  int compared = 0;
  int unreachable = 0;
  for (const test::TerrainWorld& world : test::terrain_worlds(40)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = FreeSpace::from_raster(world.raster, world.terrain);
    const EightConnectedOptimum optimum(space);
    EightConnectedOptimum::Scratch scratch;
    const Grid grid = Grid::build(space, {});
    Searcher searcher;
    std::mt19937 random(12);
    for (int round = 0; round < 3; ++round) {
      const test::Cell from = test::free_cell(world.raster, random);
      const std::vector<double> boost = test::cell_costs(world, from);
      for (int k = 0; k < 40; ++k) {
        const test::Cell to = test::free_cell(world.raster, random);
        const double expected = boost[static_cast<std::size_t>(to.y * world.raster.width() + to.x)];
        const double cost = searcher.cost(grid, space, from.centre(), to.centre());
        const double reference = optimum.solve(from.centre(), to.centre(), scratch);
        if (expected == kInfinity) {
          EXPECT_EQ(cost, kInfinity);
          EXPECT_EQ(reference, kInfinity);
          ++unreachable;
        } else {
          EXPECT_NEAR(cost, expected, 1e-11 * expected);
          EXPECT_NEAR(reference, expected, 1e-11 * expected);
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 1500);
  EXPECT_GT(unreachable, 200);
}

TEST(GridTerrain, CostsOfOneGiveTheLengthsWithoutTerrain) {
  std::mt19937 random(4);
  int found = 0;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const test::World world = test::random_raster(seed, 24, 19, 0.05 * seed, 1 + seed % 2);
    const Raster& raster = std::get<Raster>(world.input);
    const FreeSpace plain = FreeSpace::from_raster(raster);
    const FreeSpace space = FreeSpace::from_raster(raster, Terrain(24, 19));
    const std::vector<Point> points = test::probe_points(space, random, 60);
    for (const int neighbours : {4, 8, 16, 32}) {
      const Grid with = Grid::build(space, {0, neighbours});
      const Grid without = Grid::build(plain, {0, neighbours});
      EXPECT_EQ(with.least_cost_factor(), 1);
      Searcher searcher;
      Searcher other;
      searcher.octile = other.octile = neighbours <= 8;
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const double cost = searcher.cost(with, space, points[k], points[k + 1]);
        EXPECT_EQ(cost, other.cost(without, plain, points[k], points[k + 1]));
        EXPECT_EQ(searcher.path, other.path);
        found += cost < kInfinity;
      }
    }
  }
  EXPECT_GT(found, 500);
}

TEST(GridTerrain, AMoveCostsTheIntegralAlongItsLine) {
  std::size_t edges = 0;
  for (const test::TerrainWorld& world : test::random_terrain_worlds(16)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = FreeSpace::from_raster(world.raster, world.terrain);
    for (const int neighbours : {4, 8, 16, 32}) {
      const Grid grid = Grid::build(space, {1, neighbours});
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(grid.graph())); ++v) {
        for (auto [e, end] = out_edges(v, grid.graph()); e != end; ++e) {
          const Point segment[] = {grid.position(v), grid.position(target(*e, grid.graph()))};
          const double expected = path_cost(space, segment);
          ASSERT_NEAR(get(boost::edge_weight, grid.graph(), *e), expected, 1e-11 * expected);
          ++edges;
        }
      }
    }
  }
  EXPECT_GT(edges, 50000U);
}

TEST(GridTerrain, DrawsALegalPathOfItsCostAndNeverMissesTheLeast) {
  std::mt19937 random(9);
  int found = 0;
  for (const test::TerrainWorld& world : test::random_terrain_worlds(18)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = FreeSpace::from_raster(world.raster, world.terrain);
    const PathChecker checker(space);
    const EightConnectedOptimum optimum(space);
    EightConnectedOptimum::Scratch scratch;
    const std::vector<Point> points = test::probe_points(space, random, 40);
    for (const int neighbours : {4, 8, 16, 32}) {
      const Grid grid = Grid::build(space, {0, neighbours});
      Searcher searcher;
      searcher.octile = neighbours <= 8;
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const double cost = searcher.cost(grid, space, points[k], points[k + 1]);
        if (cost == kInfinity) continue;
        const Path path = searcher.path;
        ASSERT_EQ(path.front(), points[k]);
        ASSERT_EQ(path.back(), points[k + 1]);
        EXPECT_TRUE(checker.check(path).legal);
        EXPECT_NEAR(path_cost(space, path), cost, 1e-10 * (1 + cost));
        // The grid links start and goal to at least the cells that the reference uses, and its
        // moves include all moves of the reference. So its cost cannot be higher.
        if (neighbours >= 8) {
          const double reference = optimum.solve(points[k], points[k + 1], scratch);
          EXPECT_LE(cost, reference * (1 + 1e-10));
        }
        ++found;
      }
    }
  }
  EXPECT_GT(found, 600);
}

TEST(GridTerrain, OnErodedWorldsPathsAreLegalAtTheirCost) {
  std::mt19937 random(19);
  int found = 0;
  for (const test::TerrainWorld& world : test::terrain_worlds(0)) {
    const FreeSpace original = FreeSpace::from_raster(world.raster, world.terrain);
    for (const double radius : {0.3, 1.0}) {
      SCOPED_TRACE(world.name + ", radius " + std::to_string(radius));
      const FreeSpace space = eroded(original, radius);
      const PathChecker checker(space);
      const EightConnectedOptimum optimum(space);
      EightConnectedOptimum::Scratch scratch;
      const Grid grid = Grid::build(space, {});
      Searcher searcher;
      const std::vector<Point> points = test::probe_points(space, random, 60);
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const double cost = searcher.cost(grid, space, points[k], points[k + 1]);
        Path path;
        const double reference = optimum.solve(points[k], points[k + 1], scratch, &path);
        EXPECT_EQ(cost < kInfinity, reference < kInfinity);
        if (cost == kInfinity || reference == kInfinity) continue;
        EXPECT_TRUE(checker.check(searcher.path).legal);
        EXPECT_TRUE(checker.check(path).legal);
        EXPECT_NEAR(path_cost(space, searcher.path), cost, 1e-10 * (1 + cost));
        EXPECT_NEAR(path_cost(space, path), reference, 1e-10 * (1 + cost));
        EXPECT_GT(cost, grid.least_cost_factor() * distance(points[k], points[k + 1]) * (1 - 1e-9));
        ++found;
      }
    }
  }
  EXPECT_GT(found, 20);
}

TEST(GridTerrain, HeuristicsTimesTheLeastCostAreConsistent) {
  std::mt19937 random(3);
  for (const test::TerrainWorld& world : test::random_terrain_worlds(12)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = FreeSpace::from_raster(world.raster, world.terrain);
    const Grid grid = Grid::build(space, {});
    const GridGraph& graph = grid.graph();
    const double least = grid.least_cost_factor();
    Grid::Scratch scratch;
    Attachment attachment;
    for (const Point goal : test::probe_points(space, random, 20)) {
      const Location at = space.locate(goal);
      if (at.place == Place::kBlocked) continue;
      grid.attach(at, at, scratch, attachment);
      const GridOctile octile = grid.octile_to(goal, attachment.goal);
      const EuclideanHeuristic straight([&](Vertex v) { return grid.position(v); }, goal);
      for (const Link& link : attachment.goal) {
        EXPECT_LE(least * octile(link.vertex), link.cost + 1e-12);
        EXPECT_LE(least * straight(link.vertex), link.cost + 1e-12);
      }
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
        for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
          const double bound = graph.cost(*e) + 1e-12;
          ASSERT_LE(least * octile(v), bound + least * octile(target(*e, graph)));
          ASSERT_LE(least * straight(v), bound + least * straight(target(*e, graph)));
        }
      }
    }
  }
}

TEST(GridTerrain, ComponentsAreTheReachableCells) {
  std::mt19937 random(8);
  int apart = 0;
  for (const test::TerrainWorld& world : test::random_terrain_worlds(30)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = FreeSpace::from_raster(world.raster, world.terrain);
    const Grid grid = Grid::build(space, {});
    const test::Cell from = test::free_cell(world.raster, random);
    const Vertex start = grid.graph().vertex(from.x, from.y);
    const std::vector<double> costs = test::cell_costs(world, from);
    for (Vertex v = 0; v < static_cast<Vertex>(costs.size()); ++v) {
      if (!grid.is_free(v)) continue;
      const bool reachable = costs[static_cast<std::size_t>(v)] < kInfinity;
      ASSERT_EQ(grid.component(v) == grid.component(start), reachable);
      apart += !reachable;
    }
  }
  EXPECT_GT(apart, 100);
}

TEST(GridTerrain, OnlyCellsOfTheTerrainsOwnSizeUseItsCosts) {
  EXPECT_TRUE(Grid::guarantees({0, 8}).terrain);
  EXPECT_TRUE(Grid::guarantees({1, 8}).terrain);
  EXPECT_FALSE(Grid::guarantees({2, 8}).terrain);
  const FreeSpace space = FreeSpace::from_raster(Raster(4, 4, 1), Terrain(4, 4));
  EXPECT_THROW(Grid::build(space, {2, 8}), std::invalid_argument);
}

TEST(GridTerrain, CellsWithEqualNeighbourhoodsShareTheirCosts) {
  const FreeSpace plain = FreeSpace::from_raster(Raster(64, 64, 1));
  const FreeSpace space = FreeSpace::from_raster(Raster(64, 64, 1), Terrain(64, 64));
  const std::size_t more =
      Grid::build(space, {0, 32}).memory_bytes() - Grid::build(plain, {0, 32}).memory_bytes();
  EXPECT_GE(more, 64U * 64 * 4);
  EXPECT_LE(more, 64U * 64 * 4 + 64U * 32 * 8);
}

}  // namespace
}  // namespace fairway
