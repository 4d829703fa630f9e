#include "algorithms/representations/quadtree/quadtree.hpp"
#include "algorithms/representations/optional_members.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/smoothing/funnel.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(check_representation<Quadtree>());
static_assert(CorridorRepresentation<Quadtree>);

const std::vector<Quadtree::Options> kVariants{
    {0, false, 2, QuadtreeVertices::kPortal},
    {0, true, 2, QuadtreeVertices::kPortal},
    {0, true, 5, QuadtreeVertices::kCentre},
    {0, false, 2, QuadtreeVertices::kCentre},
};

/// A coarse quadtree for polygons, so that brute force is fast enough.
Quadtree coarse_quadtree(const FreeSpace& space, Quadtree::Options options) {
  if (space.raster() == nullptr) {
    options.min_size = std::max(space.box().width(), space.box().height()) / 32;
  }
  return Quadtree::build(space, options);
}

std::vector<test::World> few_worlds() {
  std::vector<test::World> result = test::random_worlds(5, 3);
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    result.push_back(test::random_raster(seed, 21, 13, 0.05 + 0.06 * seed, 1 + seed % 3));
  }
  for (test::World& world : test::fixture_worlds()) result.push_back(std::move(world));
  return result;
}

TEST(Quadtree, CellsTileTheFreeLatticeCellsAndHoldNoWall) {
  for (const test::World& world : few_worlds()) {
    const FreeSpace space = test::build(world);
    for (const Quadtree::Options& options : kVariants) {
      const Quadtree quadtree = coarse_quadtree(space, options);
      const RasterisedSpace raster = rasterise(space, quadtree.grid());
      std::vector<int> covered(raster.cells.size());
      double area = 0;
      for (const CellRect& cell : quadtree.cells()) {
        const int width = cell.x1 - cell.x0;
        const int height = cell.y1 - cell.y0;
        ASSERT_GT(std::min(width, height), 0);
        EXPECT_LE(std::max(width, height), options.aspect_limit * std::min(width, height));
        if (!options.merge) {
          EXPECT_EQ(width, height);
          EXPECT_EQ(width & (width - 1), 0);
          EXPECT_EQ(cell.x0 % width, 0);
          EXPECT_EQ(cell.y0 % width, 0);
        }
        for (int j = cell.y0; j < cell.y1; ++j) {
          for (int i = cell.x0; i < cell.x1; ++i) {
            ++covered[raster.grid.index(i, j)];
            area += raster.grid.size * raster.grid.size;
            EXPECT_TRUE(i == cell.x0 || raster.open_west(i, j)) << world.name;
            EXPECT_TRUE(j == cell.y0 || raster.open_south(i, j)) << world.name;
          }
        }
      }
      for (std::size_t k = 0; k < covered.size(); ++k) {
        ASSERT_EQ(covered[k], raster.cells[k] & RasterisedSpace::kFree) << world.name;
      }
      EXPECT_NEAR(quadtree.report().covered_area, area, 1e-9 * area);
      if (space.raster() != nullptr) {
        EXPECT_EQ(quadtree.report().covered_area, space.area());
        EXPECT_EQ(quadtree.report().components, space.component_count()) << world.name;
      }
    }
  }
}

TEST(Quadtree, SplitsOnlyMixedSquares) {
  for (const test::World& world : few_worlds()) {
    const FreeSpace space = test::build(world);
    const Quadtree quadtree = coarse_quadtree(space, kVariants[0]);
    const RasterisedSpace raster = rasterise(space, quadtree.grid());
    std::set<std::array<int, 3>> squares;
    for (const CellRect& c : quadtree.cells()) squares.insert({c.x1 - c.x0, c.x0, c.y0});
    for (const auto& [size, x, y] : squares) {
      if (x % (2 * size) != 0 || y % (2 * size) != 0) continue;
      if (!squares.contains({size, x + size, y}) || !squares.contains({size, x, y + size}) ||
          !squares.contains({size, x + size, y + size})) {
        continue;
      }
      bool wall = false;
      for (int k = 0; k < 2 * size; ++k) {
        wall = wall || !raster.open_west(x + size, y + k) || !raster.open_south(x + k, y + size);
      }
      EXPECT_TRUE(wall) << world.name << ": " << size << " at " << x << ", " << y;
    }
  }
}

TEST(Quadtree, MergingEndsWhenNoTwoCellsCanBeJoined) {
  for (const test::World& world : few_worlds()) {
    const FreeSpace space = test::build(world);
    const Quadtree quadtree = coarse_quadtree(space, kVariants[1]);
    const RasterisedSpace raster = rasterise(space, quadtree.grid());
    const std::vector<CellRect>& cells = quadtree.cells();
    for (const CellRect& a : cells) {
      for (const CellRect& b : cells) {
        CellRect both{a.x0, a.y0, b.x1, b.y1};
        const bool beside = a.x1 == b.x0 && a.y0 == b.y0 && a.y1 == b.y1;
        const bool over = a.y1 == b.y0 && a.x0 == b.x0 && a.x1 == b.x1;
        if (!beside && !over) continue;
        const int width = both.x1 - both.x0;
        const int height = both.y1 - both.y0;
        if (std::max(width, height) > 2 * std::min(width, height)) continue;
        bool wall = false;
        if (beside) {
          for (int j = a.y0; j < a.y1; ++j) wall = wall || !raster.open_west(b.x0, j);
        } else {
          for (int i = a.x0; i < a.x1; ++i) wall = wall || !raster.open_south(i, b.y0);
        }
        EXPECT_TRUE(wall) << world.name;
      }
    }
  }
}

/// Finds portals by brute force: joins open unit borders between the same two cells into runs.
TEST(Quadtree, PortalsAreTheMaximalOpenPartsOfBorders) {
  std::size_t portals = 0;
  for (const test::World& world : few_worlds()) {
    const FreeSpace space = test::build(world);
    for (const Quadtree::Options& options : kVariants) {
      const Quadtree quadtree = coarse_quadtree(space, options);
      const RasterisedSpace raster = rasterise(space, quadtree.grid());
      const std::vector<CellRect>& cells = quadtree.cells();
      std::vector<int> owner(raster.cells.size(), -1);
      for (std::size_t c = 0; c < cells.size(); ++c) {
        for (int j = cells[c].y0; j < cells[c].y1; ++j) {
          for (int i = cells[c].x0; i < cells[c].x1; ++i) {
            owner[raster.grid.index(i, j)] = static_cast<int>(c);
          }
        }
      }
      // Maps each open border of unit length to the two quadtree cells on its sides. The key has
      // three numbers: 1 if the border is vertical, else 0; the number of its lattice line; its
      // position on the line.
      std::map<std::array<int, 3>, std::pair<int, int>> units;
      for (int j = 0; j < raster.grid.rows; ++j) {
        for (int i = 0; i < raster.grid.columns; ++i) {
          const int here = owner[raster.grid.index(i, j)];
          if (i > 0 && raster.open_west(i, j) && owner[raster.grid.index(i - 1, j)] != here) {
            units[{1, i, j}] = {owner[raster.grid.index(i - 1, j)], here};
          }
          if (j > 0 && raster.open_south(i, j) && owner[raster.grid.index(i, j - 1)] != here) {
            units[{0, j, i}] = {owner[raster.grid.index(i, j - 1)], here};
          }
        }
      }
      std::size_t starts = 0;
      for (const auto& [place, pair] : units) {
        const auto before = units.find({place[0], place[1], place[2] - 1});
        starts += before == units.end() || before->second != pair;
      }
      EXPECT_EQ(quadtree.graph().portal_count(), starts) << world.name;
      std::size_t length = 0;
      for (std::size_t p = 0; p < quadtree.graph().portal_count(); ++p) {
        const CellPortal& portal = quadtree.graph().portal(static_cast<std::int32_t>(p));
        for (int k = 0; k < std::abs(portal.run); ++k, ++length) {
          const auto unit = units.find(portal.upright() ? std::array{1, portal.x, portal.y + k}
                                                        : std::array{0, portal.y, portal.x + k});
          ASSERT_NE(unit, units.end()) << world.name;
          EXPECT_EQ(unit->second, std::pair(portal.before, portal.after)) << world.name;
        }
      }
      EXPECT_EQ(length, units.size()) << world.name;
      portals += starts;
    }
  }
  EXPECT_GT(portals, 1000U);
}

TEST(Quadtree, EveryEdgeIsLegalSymmetricAndCostsItsRealisedLength) {
  for (const test::World& world : few_worlds()) {
    const FreeSpace space = test::build(world);
    for (const Quadtree::Options& options : kVariants) {
      const Quadtree quadtree = coarse_quadtree(space, options);
      const QuadtreeGraph& graph = quadtree.graph();
      const auto locate = [&](Point p) { return space.locate(p); };
      Quadtree::Scratch scratch;
      std::size_t directed = 0;
      Path path;
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
        auto [edge, end] = out_edges(v, graph);
        EXPECT_EQ(static_cast<std::size_t>(std::distance(edge, end)), out_degree(v, graph));
        std::map<Vertex, double> least;
        for (; edge != end; ++edge, ++directed) {
          const Vertex w = target(*edge, graph);
          const double cost = graph.cost(*edge);
          ASSERT_NE(v, w);
          const auto [known, is_new] = least.try_emplace(w, cost);
          if (!is_new) known->second = std::min(known->second, cost);
          auto [back, back_end] = out_edges(w, graph);
          EXPECT_TRUE(std::any_of(back, back_end, [&](const QuadtreeGraph::Edge& e) {
            return target(e, graph) == v && graph.cost(e) == cost;
          }));
        }
        for (const auto& [w, cost] : least) {
          quadtree.realise(
              {locate(graph.position(v)), locate(graph.position(w)), {}, std::array{v, w}}, scratch,
              path);
          EXPECT_NEAR(length(path), cost, 1e-12 * cost);
          EXPECT_GE(cost, distance(graph.position(v), graph.position(w)) * (1 - 1e-15));
          for (std::size_t k = 1; k < path.size(); ++k) {
            ASSERT_TRUE(sees(space, locate(path[k - 1]), locate(path[k]))) << world.name;
          }
        }
      }
      EXPECT_EQ(directed, 2 * quadtree.edge_count());
    }
  }
}

TEST(Quadtree, PathsAndFunnelsAreLegalFromEverywhere) {
  int found = 0;
  int outside = 0;
  for (const test::World& world : few_worlds()) {
    const FreeSpace space = test::build(world);
    const PathChecker checker(space);
    std::mt19937 random(6);
    const std::vector<Point> points = test::probe_points(space, random, 120);
    for (const Quadtree::Options& options : kVariants) {
      const Quadtree quadtree = coarse_quadtree(space, options);
      Quadtree::Scratch scratch;
      Attachment attachment;
      SearchScratch search;
      FunnelScratch funnel;
      std::vector<Vertex> vertices;
      std::vector<Portal> portals;
      Path raw;
      Path pulled;
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        const Location start = space.locate(points[k]);
        const Location goal = space.locate(points[k + 1]);
        if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
        if (quadtree.attach(start, goal, scratch, attachment) != AttachStatus::kAttached) continue;
        const auto h = [&](Vertex v) { return distance(quadtree.position(v), goal.point); };
        const SearchResult result = astar(quadtree.graph(), attachment, h, search, vertices);
        if (!result.found) continue;
        ++found;
        const FoundPath drawn{start, goal, attachment, vertices};
        quadtree.realise(drawn, scratch, raw);
        EXPECT_NEAR(length(raw), result.cost, 1e-9 * (1e-3 + result.cost)) << world.name;
        ASSERT_TRUE(checker.check(raw).legal) << world.name << ": " << checker.check(raw).reason;
        quadtree.corridor(drawn, scratch, portals);
        outside += std::ranges::any_of(portals, [](const Portal& p) { return p.left == p.right; });
        pull_string(start.point, goal.point, portals, funnel, pulled);
        ASSERT_TRUE(checker.check(pulled).legal)
            << world.name << ", pair " << k << ": " << checker.check(pulled).reason;
        EXPECT_LE(length(pulled), length(raw) * (1 + 1e-12)) << world.name;
        EXPECT_EQ(pulled.front(), start.point);
        EXPECT_EQ(pulled.back(), goal.point);
      }
    }
  }
  EXPECT_GT(found, 2000);
  EXPECT_GT(outside, 20);
}

TEST(Quadtree, RasterWorldsLoseNoPath) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const test::World world = test::random_raster(seed, 19, 19, 0.35, 1 + seed % 2);
    const FreeSpace space = test::build(world);
    for (const Quadtree::Options& options : kVariants) {
      const Quadtree quadtree = Quadtree::build(space, options);
      Quadtree::Scratch scratch;
      Attachment attachment;
      SearchScratch search;
      std::vector<Vertex> vertices;
      for (int k = 0; k < 200; ++k) {
        const auto at = [&](int n) { return Point{n % 19 + 0.5, n / 19 % 19 + 0.5}; };
        const Location start = space.locate(at(7 * k));
        const Location goal = space.locate(at(31 * k + 100));
        if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
        const bool attached =
            quadtree.attach(start, goal, scratch, attachment) == AttachStatus::kAttached;
        const bool found = attached && astar(
                                           quadtree.graph(), attachment, [](Vertex) { return 0.0; },
                                           search, vertices)
                                           .found;
        EXPECT_EQ(found, space.component(start) == space.component(goal)) << world.name;
      }
    }
  }
}

TEST(Quadtree, WallsBetweenClassesAndPinchesSeparateComponents) {
  // A wall surrounds the W cells and divides the two squares that contain them.
  const FreeSpace space = test::from_rows({"....", "....", ".WW.", "...."});
  const Quadtree quadtree = Quadtree::build(space, {0, false, 2, QuadtreeVertices::kPortal});
  EXPECT_EQ(quadtree.report().components, 2);
  EXPECT_EQ(quadtree.cells().size(), 2U + 8U);
  EXPECT_EQ(quadtree.grid().size, 1);
  const FreeSpace pinch = test::from_rows({".@", "@."});
  const Quadtree split = Quadtree::build(pinch, {});
  EXPECT_EQ(split.report().components, 2);
  EXPECT_EQ(split.edge_count(), 0U);
}

TEST(Quadtree, OneOpenSquareIsOneCell) {
  const FreeSpace space = test::from_rows({"....", "....", "....", "...."});
  for (const Quadtree::Options& options : kVariants) {
    const Quadtree quadtree = Quadtree::build(space, options);
    EXPECT_EQ(quadtree.cells(), (std::vector<CellRect>{{0, 0, 4, 4}}));
    Quadtree::Scratch scratch;
    Attachment attachment;
    quadtree.attach(space.locate({0, 0}), space.locate({4, 3}), scratch, attachment);
    EXPECT_EQ(attachment.direct, 5);
  }
}

TEST(Quadtree, RefusesImpossibleOptions) {
  const FreeSpace space = test::from_rows({"."});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(Quadtree::build(space, {-1, false, 2, QuadtreeVertices::kPortal}),
               std::invalid_argument);
  EXPECT_THROW(Quadtree::build(space, {nan, false, 2, QuadtreeVertices::kPortal}),
               std::invalid_argument);
  EXPECT_THROW(Quadtree::build(space, {0, true, 0.5, QuadtreeVertices::kPortal}),
               std::invalid_argument);
  EXPECT_THROW(Quadtree::build(space, {0, true, nan, QuadtreeVertices::kPortal}),
               std::invalid_argument);
  EXPECT_THROW(Quadtree::build(space, {1e-7, false, 2, QuadtreeVertices::kPortal}),
               std::invalid_argument);
}

TEST(Quadtree, ComponentsAreThoseOfTheGraph) {
  std::size_t vertices = 0;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const FreeSpace space = test::build(test::random_raster(seed, 17, 13, 0.4, 1 + seed % 2));
    for (const auto& method : Quadtree::methods()) {
      const Quadtree quadtree = Quadtree::build(space, method.options);
      const QuadtreeGraph& graph = quadtree.graph();
      std::vector<int> seen(num_vertices(graph), -1);
      std::vector<std::int32_t> label_of_set;
      for (Vertex root = 0; root < static_cast<Vertex>(seen.size()); ++root, ++vertices) {
        if (seen[static_cast<std::size_t>(root)] >= 0) continue;
        const int set = static_cast<int>(label_of_set.size());
        label_of_set.push_back(quadtree.component(root));
        std::vector<Vertex> open{root};
        seen[static_cast<std::size_t>(root)] = set;
        while (!open.empty()) {
          const Vertex v = open.back();
          open.pop_back();
          EXPECT_EQ(quadtree.component(v), label_of_set.back());
          for (auto [edge, end] = out_edges(v, graph); edge != end; ++edge) {
            const auto w = static_cast<std::size_t>(target(*edge, graph));
            if (seen[w] < 0) open.push_back(target(*edge, graph));
            seen[w] = set;
          }
        }
      }
      std::ranges::sort(label_of_set);
      EXPECT_EQ(std::ranges::adjacent_find(label_of_set), label_of_set.end());
      for (const std::int32_t label : label_of_set) {
        EXPECT_GE(label, 0);
        EXPECT_LT(label, quadtree.report().components);
      }
    }
  }
  EXPECT_GT(vertices, 1000U);
}

}  // namespace
}  // namespace fairway
