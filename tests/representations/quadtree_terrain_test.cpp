#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "tests/support/terrain_worlds.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

constexpr double kRounding = 1e-9;

const std::vector<Quadtree::Options> kTerrainVariants{
    {0, false, 2, QuadtreeVertices::kPortal},
    {0, true, 4, QuadtreeVertices::kPortal},
    {1, true, 2, QuadtreeVertices::kCentre},
};

FreeSpace build(const test::TerrainWorld& world) {
  return FreeSpace::from_raster(world.raster, world.terrain);
}

Raster::Class class_of(const Raster& raster, const CellRect& cell) {
  return raster.at(cell.x0, cell.y0);
}

/// Returns the cost of a polyline in cells of one class. Cuts the polyline at the borders of cells.
/// The midpoint of each piece determines the cell of the piece.
double integral(const test::TerrainWorld& world, Raster::Class kind, const Path& path) {
  double sum = 0;
  for (std::size_t k = 1; k < path.size(); ++k) {
    const Point a = path[k - 1];
    const Point b = path[k];
    std::vector<double> cuts{0, 1};
    for (int line = 0; line <= world.raster.width(); ++line) {
      if ((a.x < line) != (b.x < line)) cuts.push_back((line - a.x) / (b.x - a.x));
    }
    for (int line = 0; line <= world.raster.height(); ++line) {
      if ((a.y < line) != (b.y < line)) cuts.push_back((line - a.y) / (b.y - a.y));
    }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t i = 1; i < cuts.size(); ++i) {
      const double length = (cuts[i] - cuts[i - 1]) * distance(a, b);
      if (length < 1e-12) continue;
      const double t = (cuts[i] + cuts[i - 1]) / 2;
      const Point middle{a.x == b.x ? a.x : a.x + t * (b.x - a.x),
                         a.y == b.y ? a.y : a.y + t * (b.y - a.y)};
      const int x = static_cast<int>(std::floor(middle.x));
      const int y = static_cast<int>(std::floor(middle.y));
      double least = kInfinity;
      for (int j = middle.y == y ? y - 1 : y; j <= y; ++j) {
        for (int i0 = middle.x == x ? x - 1 : x; i0 <= x; ++i0) {
          if (world.raster.at_or_blocked(i0, j) != kind) continue;
          least = std::min(least, world.terrain.cost(i0, j));
        }
      }
      sum += length * least;
    }
  }
  return sum;
}

TEST(QuadtreeTerrain, CellsHaveOneCostAndOnlyMixedSquaresAreSplit) {
  for (const test::TerrainWorld& world : test::terrain_worlds(24)) {
    const FreeSpace space = build(world);
    for (const Quadtree::Options& options : kTerrainVariants) {
      const Quadtree quadtree = Quadtree::build(space, options);
      std::map<std::array<int, 3>, double> squares;
      double area = 0;
      for (const CellRect& cell : quadtree.cells()) {
        const double cost = world.terrain.cost(cell.x0, cell.y0);
        for (int y = cell.y0; y < cell.y1; ++y) {
          for (int x = cell.x0; x < cell.x1; ++x, ++area) {
            ASSERT_EQ(world.terrain.cost(x, y), cost) << world.name;
            ASSERT_EQ(world.raster.at(x, y), class_of(world.raster, cell)) << world.name;
          }
        }
        squares[{cell.x1 - cell.x0, cell.x0, cell.y0}] = cost;
      }
      EXPECT_EQ(area, space.area()) << world.name;
      EXPECT_EQ(quadtree.report().components, space.component_count()) << world.name;
      if (options.merge) continue;
      for (const auto& [square, cost] : squares) {
        const auto& [size, x, y] = square;
        if (x % (2 * size) != 0 || y % (2 * size) != 0) continue;
        bool alike = true;
        for (const auto& [i, j] : {std::pair{x + size, y}, {x, y + size}, {x + size, y + size}}) {
          const auto other = squares.find({size, i, j});
          alike = alike && other != squares.end() && other->second == cost &&
                  world.raster.at(i, j) == world.raster.at(x, y);
        }
        EXPECT_FALSE(alike) << world.name << ": " << size << " at " << x << ", " << y;
      }
    }
  }
}

TEST(QuadtreeTerrain, EdgesCostTheIntegralAlongTheirRealisedPath) {
  std::size_t edges = 0;
  std::size_t along_a_border = 0;
  for (const test::TerrainWorld& world : test::random_terrain_worlds(24)) {
    const FreeSpace space = build(world);
    for (const Quadtree::Options& options : kTerrainVariants) {
      const Quadtree quadtree = Quadtree::build(space, options);
      const QuadtreeGraph& graph = quadtree.graph();
      const bool centre = graph.kind() == QuadtreeVertices::kCentre;
      Quadtree::Scratch scratch;
      Path path;
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
        const std::int32_t cell = centre ? v : graph.portal(v).before;
        const Raster::Class kind =
            class_of(world.raster, quadtree.cells()[static_cast<std::size_t>(cell)]);
        std::map<Vertex, double> least;
        for (auto [edge, end] = out_edges(v, graph); edge != end; ++edge) {
          const auto [known, is_new] = least.try_emplace(target(*edge, graph), graph.cost(*edge));
          if (!is_new) known->second = std::min(known->second, graph.cost(*edge));
        }
        for (const auto& [w, cost] : least) {
          const Point p = quadtree.position(v);
          const Point q = quadtree.position(w);
          quadtree.realise({space.locate(p), space.locate(q), {}, std::array{v, w}}, scratch, path);
          const double expected = integral(world, kind, path);
          ASSERT_NEAR(cost, expected, kRounding * expected)
              << world.name << ": (" << p.x << ", " << p.y << ") to (" << q.x << ", " << q.y << ")";
          EXPECT_GE(cost, quadtree.least_cost_factor() * distance(p, q) * (1 - kRounding));
          ++edges;
          along_a_border += !centre && (p.x == q.x || p.y == q.y) &&
                            std::abs(cost - graph.cell_cost(cell) * distance(p, q)) > 1e-6;
        }
      }
    }
  }
  EXPECT_GT(edges, 10000U);
  EXPECT_GT(along_a_border, 100U);
}

/// Computes the least cost by Boost, on a copy of the graph that has both ends as vertices.
double least_cost_by_boost(const Quadtree& quadtree, const Attachment& attachment) {
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                            boost::property<boost::edge_weight_t, double>>;
  const QuadtreeGraph& graph = quadtree.graph();
  const std::size_t start = num_vertices(graph);
  Graph copy(start + 2);
  for (Vertex v = 0; v < static_cast<Vertex>(start); ++v) {
    for (auto [edge, end] = out_edges(v, graph); edge != end; ++edge) {
      add_edge(static_cast<std::size_t>(v), static_cast<std::size_t>(target(*edge, graph)),
               graph.cost(*edge), copy);
    }
  }
  for (const Link& link : attachment.start) {
    add_edge(start, static_cast<std::size_t>(link.vertex), link.cost, copy);
  }
  for (const Link& link : attachment.goal) {
    add_edge(static_cast<std::size_t>(link.vertex), start + 1, link.cost, copy);
  }
  if (attachment.direct < kInfinity) add_edge(start, start + 1, attachment.direct, copy);
  std::vector<double> costs(start + 2);
  boost::dijkstra_shortest_paths(copy, start,
                                 boost::distance_map(costs.data()).distance_inf(kInfinity));
  return costs[start + 1];
}

/// A random point of a free cell, at multiples of a quarter of the cell's side. Some of these
/// points are on borders and corners.
Point some_point(const Raster& raster, std::mt19937& random) {
  const test::Cell cell = test::free_cell(raster, random);
  return {cell.x + static_cast<int>(random() % 5) / 4.0,
          cell.y + static_cast<int>(random() % 5) / 4.0};
}

TEST(QuadtreeTerrain, PathsAreCheapestAndCostTheIntegralAlongThem) {
  int found = 0;
  int direct = 0;
  int unreachable = 0;
  for (const test::TerrainWorld& world : test::terrain_worlds(20)) {
    const FreeSpace space = build(world);
    const PathChecker checker(space);
    std::mt19937 random(5);
    for (const Quadtree::Options& options : kTerrainVariants) {
      const Quadtree quadtree = Quadtree::build(space, options);
      Quadtree::Scratch scratch;
      Attachment attachment;
      SearchScratch search;
      std::vector<Vertex> vertices;
      Path path;
      for (int k = 0; k < 12; ++k) {
        Point a = some_point(world.raster, random);
        Point b = some_point(world.raster, random);
        if (k % 4 == 0) b = {std::floor(a.x) + (b.x - std::floor(b.x)), a.y};
        if (k % 4 == 1) (a.x = std::floor(a.x)), (b.x = a.x);
        const Location start = space.locate(a);
        const Location goal = space.locate(b);
        if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
        quadtree.attach(start, goal, scratch, attachment);
        const auto h =
            WeightedHeuristic(EuclideanHeuristic([&](Vertex v) { return quadtree.position(v); }, b),
                              quadtree.least_cost_factor());
        const SearchResult result = astar(quadtree.graph(), attachment, h, search, vertices);
        const double least = least_cost_by_boost(quadtree, attachment);
        ASSERT_EQ(result.found, least < kInfinity);
        if (!result.found) {
          EXPECT_FALSE(space.component(start) == space.component(goal) &&
                       start.place == Place::kTriangle && goal.place == Place::kTriangle);
          ++unreachable;
          continue;
        }
        ++found;
        direct += vertices.empty();
        ASSERT_NEAR(result.cost, least, kRounding * least) << world.name;
        quadtree.realise({start, goal, attachment, vertices}, scratch, path);
        ASSERT_TRUE(checker.check(path).legal) << world.name;
        ASSERT_NEAR(path_cost(space, path), least, kRounding * least)
            << world.name << ": (" << a.x << ", " << a.y << ") to (" << b.x << ", " << b.y << ")";
      }
    }
  }
  EXPECT_GT(found, 300);
  EXPECT_GT(direct, 20);
  EXPECT_GT(unreachable, 20);
}

/// In an eroded world, the quadtree uses only cells that erosion leaves completely free. A start or
/// goal in another cell is linked to near vertices.
TEST(QuadtreeTerrain, ErodedWorldsKeepTheirCellsAndCosts) {
  int found = 0;
  int linked_from_outside = 0;
  for (const test::TerrainWorld& world : test::random_terrain_worlds(12)) {
    const FreeSpace whole = build(world);
    std::optional<FreeSpace> space;
    try {
      space.emplace(eroded(whole, 0.3));
    } catch (const InvalidWorld&) {
      continue;  // no free space is left
    }
    const PathChecker checker(*space);
    std::mt19937 random(8);
    const std::vector<Point> points = test::probe_points(*space, random, 60);
    for (const Quadtree::Options& options : kTerrainVariants) {
      const Quadtree quadtree = Quadtree::build(*space, options);
      ASSERT_EQ(quadtree.grid().size, 1);
      ASSERT_EQ(quadtree.grid().origin, (Point{0, 0}));
      Quadtree::Scratch scratch;
      Attachment attachment;
      SearchScratch search;
      std::vector<Vertex> vertices;
      Path path;
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const Location start = space->locate(points[k]);
        const Location goal = space->locate(points[k + 1]);
        if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
        if (quadtree.attach(start, goal, scratch, attachment) != AttachStatus::kAttached) continue;
        const auto h = WeightedHeuristic(
            EuclideanHeuristic([&](Vertex v) { return quadtree.position(v); }, goal.point),
            quadtree.least_cost_factor());
        const SearchResult result = astar(quadtree.graph(), attachment, h, search, vertices);
        if (!result.found) continue;
        ++found;
        linked_from_outside += !quadtree.covers(start.point, start.point, scratch);
        quadtree.realise({start, goal, attachment, vertices}, scratch, path);
        ASSERT_TRUE(checker.check(path).legal) << world.name;
        ASSERT_NEAR(path_cost(*space, path), result.cost, kRounding * result.cost) << world.name;
        EXPECT_NEAR(result.cost, least_cost_by_boost(quadtree, attachment),
                    kRounding * result.cost);
      }
    }
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(linked_from_outside, 20);
}

TEST(QuadtreeTerrain, CostsOfOneChangeNothing) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const test::World world = test::random_raster(seed, 23, 17, 0.05 * seed, 1 + seed % 2);
    const Raster& raster = std::get<Raster>(world.input);
    const FreeSpace plain = FreeSpace::from_raster(raster);
    const FreeSpace ones = FreeSpace::from_raster(raster, Terrain(23, 17));
    std::mt19937 random(seed);
    for (const auto& method : Quadtree::methods()) {
      const Quadtree a = Quadtree::build(plain, method.options);
      const Quadtree b = Quadtree::build(ones, method.options);
      ASSERT_EQ(a.cells(), b.cells());
      EXPECT_EQ(a.least_cost_factor(), 1);
      EXPECT_EQ(b.least_cost_factor(), 1);
      ASSERT_EQ(num_vertices(a.graph()), num_vertices(b.graph()));
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(a.graph())); ++v) {
        auto [e, e_end] = out_edges(v, a.graph());
        auto [f, f_end] = out_edges(v, b.graph());
        for (; e != e_end; ++e, ++f) {
          ASSERT_NE(f, f_end);
          EXPECT_EQ(a.graph().target(*e), b.graph().target(*f));
          EXPECT_EQ(a.graph().cost(*e), b.graph().cost(*f)) << world.name << ' ' << method.name;
        }
        EXPECT_EQ(f, f_end);
      }
      Quadtree::Scratch scratch;
      Attachment from_a;
      Attachment from_b;
      for (int k = 0; k < 40; ++k) {
        const Location start = plain.locate(some_point(raster, random));
        const Location goal = plain.locate(some_point(raster, random));
        a.attach(start, goal, scratch, from_a);
        b.attach(ones.locate(start.point), ones.locate(goal.point), scratch, from_b);
        EXPECT_EQ(from_a.direct, from_b.direct);
        ASSERT_EQ(from_a.start.size(), from_b.start.size());
        for (std::size_t i = 0; i < from_a.start.size(); ++i) {
          EXPECT_EQ(from_a.start[i].cost, from_b.start[i].cost);
        }
      }
    }
  }
}

// The world has a hill in a plain. A path along the border of hill and plain must have the cost of
// the plain, which is lower.
TEST(QuadtreeTerrain, AWayAlongABorderCostsTheCheaperSide) {
  Terrain terrain(4, 2);
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 2; ++x) terrain.set_cost(x, y, 5);
  }
  terrain.set_cost(2, 1, 2);
  // The costs of the cells are 5 5 1 1 in row 0, and 5 5 2 1 in row 1.
  const FreeSpace space = FreeSpace::from_raster(Raster(4, 2, 1), terrain);
  const Quadtree quadtree = Quadtree::build(space, {});
  Quadtree::Scratch scratch;
  Attachment attachment;
  quadtree.attach(space.locate({2, 0}), space.locate({2, 2}), scratch, attachment);
  EXPECT_EQ(attachment.direct, 1 + 2);
  quadtree.attach(space.locate({1, 0}), space.locate({1, 2}), scratch, attachment);
  EXPECT_EQ(attachment.direct, 2 * 5);
}

TEST(QuadtreeTerrain, OnlyTheWorldsOwnLatticeUsesIt) {
  const FreeSpace space = FreeSpace::from_raster(Raster(8, 8, 1), Terrain(8, 8));
  Quadtree::Options options;
  for (const double size : {0.0, 0.75, 1.0}) {
    options.min_size = size;
    EXPECT_TRUE(Quadtree::guarantees(options).terrain) << size;
    EXPECT_EQ(Quadtree::build(space, options).grid().size, 1) << size;
  }
  for (const double size : {0.25, 0.5, 1.5, 2.0}) {
    options.min_size = size;
    EXPECT_FALSE(Quadtree::guarantees(options).terrain) << size;
    EXPECT_THROW(Quadtree::build(space, options), std::invalid_argument) << size;
  }
}

}  // namespace
}  // namespace fairway
