#include <gtest/gtest.h>

#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"
#include "algorithms/search/all_pairs.hpp"
#include "algorithms/search/astar.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(PrunedGraph<GridGraph>);
static_assert(PrunedGraph<QuadtreeGraph>);

/// Least costs from a vertex to all vertices by Boost, which examines all edges.
template <class Graph>
std::vector<double> least_costs(const Graph& graph, Vertex from) {
  std::vector<double> costs(num_vertices(graph));
  boost::dijkstra_shortest_paths_no_color_map(
      graph, from,
      boost::distance_map(boost::make_iterator_property_map(
                              costs.begin(), boost::typed_identity_property_map<Vertex>()))
          .vertex_index_map(boost::typed_identity_property_map<Vertex>())
          .weight_map(get(boost::edge_weight, graph)));
  for (double& cost : costs) {
    if (cost > 1e100) cost = std::numeric_limits<double>::infinity();
  }
  return costs;
}

/// Rasters of all sizes from 1 x 1, with few or many blocked cells, and with one to three classes.
std::vector<test::World> rasters() {
  std::vector<test::World> worlds;
  for (std::uint32_t seed = 0; seed < 24; ++seed) {
    const int width = 1 + static_cast<int>(seed % 12);
    const int height = 1 + static_cast<int>(seed * 7 % 13);
    worlds.push_back(test::random_raster(seed, width, height, 0.06 * (seed % 8), 1 + seed % 3));
  }
  worlds.push_back(test::random_raster(30, 16, 15, 0.15, 1));
  worlds.push_back(test::random_raster(31, 15, 16, 0.3, 2));
  return worlds;
}

template <class Graph>
std::size_t edges_of(const Graph& graph) {
  std::size_t edges = 0;
  for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
    edges += out_degree(v, graph);
  }
  return edges;
}

/// Returns the number of edges that a search from one vertex examines until it has reached all
/// other vertices.
template <class Graph>
std::size_t edges_looked_at(const Graph& graph, Vertex from, SearchScratch& scratch) {
  Attachment attachment;
  attachment.start.push_back({from, 0});
  std::vector<Vertex> vertices;
  return astar(graph, attachment, ZeroHeuristic{}, scratch, vertices).generated - 1;
}

// In these small grids, sums of costs are exact. So if the search misses a shortest path, its cost
// differs from the cost that Boost finds.
TEST(OnwardEdges, GridCostsEqualBoostsDijkstra) {
  std::size_t looked_at = 0;
  std::size_t all = 0;
  SearchScratch scratch;
  for (const test::World& world : rasters()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    for (const int neighbours : {4, 8, 16}) {
      const Grid grid = Grid::build(space, {0, neighbours});
      const GridGraph& graph = grid.graph();
      const AllPairs table = AllPairs::build(graph, 64);
      for (Vertex u = 0; u < static_cast<Vertex>(num_vertices(graph)); ++u) {
        const std::vector<double> expected = least_costs(graph, u);
        for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
          ASSERT_EQ(table.cost(u, v), expected[static_cast<std::size_t>(v)]);
        }
      }
      if (neighbours != 8 || grid.report().components != 1) continue;
      for (Vertex u = 0; u < static_cast<Vertex>(num_vertices(graph)); ++u) {
        if (!grid.is_free(u)) continue;
        looked_at += edges_looked_at(graph, u, scratch);
        all += edges_of(graph);
      }
    }
  }
  EXPECT_LT(looked_at, all / 2);
}

// The first queries lead from each cell centre to each other cell centre. The other queries have
// random starts and goals. Their links have rounded costs, so the keys of the search are rounded
// too.
TEST(OnwardEdges, GridSearchesWithATiedListEqualBoostsDijkstra) {
  std::size_t queries = 0;
  SearchScratch plain;
  TiedScratch tied;
  std::vector<Vertex> vertices;
  std::mt19937 random(7);
  for (const test::World& world : rasters()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const Grid grid = Grid::build(space, {0, 8});
    const GridGraph& graph = grid.graph();
    for (Vertex u = 0; u < static_cast<Vertex>(num_vertices(graph)); ++u) {
      const std::vector<double> expected = least_costs(graph, u);
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
        Attachment ends;
        ends.start.push_back({u, 0});
        ends.goal.push_back({v, 0});
        const auto heuristic = grid.octile_to(grid.position(v), ends.goal);
        const SearchResult result = astar(graph, ends, heuristic, tied, vertices);
        ASSERT_EQ(result.cost, expected[static_cast<std::size_t>(v)]);
        ++queries;
      }
    }
    const std::vector<Point> points = test::probe_points(space, random, 100);
    Grid::Scratch scratch;
    Attachment ends;
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      grid.attach(space.locate(points[k]), space.locate(points[k + 1]), scratch, ends);
      const auto heuristic = grid.octile_to(points[k + 1], ends.goal);
      const double least = astar(graph, ends, ZeroHeuristic{}, plain, vertices).cost;
      const double found = astar(graph, ends, heuristic, tied, vertices).cost;
      ASSERT_TRUE(found == least || std::abs(found - least) < 1e-12 * least);
    }
  }
  EXPECT_GT(queries, 100'000U);
}

TEST(OnwardEdges, QuadtreeCostsEqualBoostsDijkstra) {
  std::vector<test::World> worlds = test::random_worlds(8, 4);
  for (test::World& world : rasters()) worlds.push_back(std::move(world));
  std::size_t looked_at = 0;
  std::size_t all = 0;
  SearchScratch scratch;
  for (const test::World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const double side = std::max(space.box().width(), space.box().height());
    for (const bool merge : {false, true}) {
      QuadtreeOptions options;
      options.min_size = space.raster() != nullptr ? 1 : side / 16;
      options.merge = merge;
      const Quadtree quadtree = Quadtree::build(space, options);
      const QuadtreeGraph& graph = quadtree.graph();
      const AllPairs table = AllPairs::build(graph, 64);
      for (Vertex u = 0; u < static_cast<Vertex>(num_vertices(graph)); ++u) {
        const std::vector<double> expected = least_costs(graph, u);
        for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
          const double cost = expected[static_cast<std::size_t>(v)];
          if (cost == std::numeric_limits<double>::infinity()) {
            ASSERT_EQ(table.cost(u, v), cost);
          } else {
            ASSERT_NEAR(table.cost(u, v), cost, 1e-12 * side);
          }
        }
        looked_at += edges_looked_at(graph, u, scratch);
        all += edges_of(graph);
      }
    }
  }
  EXPECT_LT(looked_at, all * 3 / 4);
}

}  // namespace
}  // namespace fairway
