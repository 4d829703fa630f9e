#include "algorithms/representations/grid/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <cmath>
#include <numbers>
#include <queue>
#include <stdexcept>

#include "algorithms/freespace/containment.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/search/astar.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(check_representation<Grid>());

double cost_between(const Grid& grid, const FreeSpace& space, Point a, Point b) {
  Grid::Scratch scratch;
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
  if (grid.attach(space.locate(a), space.locate(b), scratch, attachment) !=
      AttachStatus::kAttached) {
    return kInfinity;
  }
  return astar(grid.graph(), attachment, grid.octile_to(b, attachment.goal), search, vertices).cost;
}

/// Whether a move from cell (i, j) is legal, decided without tables of moves. The segment of the
/// move may only enter free cells and cross open borders. At each lattice point on the segment, all
/// four cells must be free and all four borders open. Coordinates are in units of half a cell.
bool sweep_is_legal(const RasterisedSpace& raster, int i, int j, GridMove move) {
  const auto free_at = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < raster.grid.columns && y < raster.grid.rows &&
           raster.is_free(x, y);
  };
  const auto west = [&](int x, int y) {
    return free_at(x, y) && free_at(x - 1, y) && raster.open_west(x, y);
  };
  const auto south = [&](int x, int y) {
    return free_at(x, y) && free_at(x, y - 1) && raster.open_south(x, y);
  };
  const int ax = 2 * i + 1;
  const int ay = 2 * j + 1;
  // The sign of side(x, y) says on which side of the move's line the lattice point (x, y) lies.
  const auto side = [&](int x, int y) {
    return 2 * move.dx * (2 * y - ay) - 2 * move.dy * (2 * x - ax);
  };
  const int x0 = std::min(i, i + move.dx);
  const int x1 = std::max(i, i + move.dx);
  const int y0 = std::min(j, j + move.dy);
  const int y1 = std::max(j, j + move.dy);
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      const int s[] = {side(x, y), side(x + 1, y), side(x, y + 1), side(x + 1, y + 1)};
      const bool enters = std::ranges::max(s) > 0 && std::ranges::min(s) < 0;
      if (enters && !free_at(x, y)) return false;
      if (x > x0 && side(x, y) * side(x, y + 1) < 0 && !west(x, y)) return false;
      if (y > y0 && side(x, y) * side(x + 1, y) < 0 && !south(x, y)) return false;
      if (x > x0 && y > y0 && side(x, y) == 0 &&
          !(west(x, y) && west(x, y - 1) && south(x, y) && south(x - 1, y))) {
        return false;
      }
    }
  }
  return true;
}

TEST(GridGraph, MasksEqualTheSweepOfEachMove) {
  std::vector<test::World> worlds = test::random_worlds(3, 3);
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    worlds.push_back(test::random_raster(seed, 17, 13, 0.15 + 0.05 * seed, 1 + seed % 3));
  }
  worlds.push_back(test::random_raster(20, 1, 9, 0.2, 1));
  worlds.push_back(test::random_raster(21, 9, 1, 0.2, 1));
  worlds.push_back(test::random_raster(22, 2, 5, 0.1, 1));
  std::size_t legal = 0;
  for (const test::World& world : worlds) {
    const FreeSpace space = test::build(world);
    const double size =
        space.raster() != nullptr ? 1 : std::max(space.box().width(), space.box().height()) / 24;
    const RasterisedSpace raster = rasterise(space, size);
    for (const int neighbours : {4, 8, 16, 32}) {
      const GridGraph graph(raster, neighbours);
      for (int j = 0; j < raster.grid.rows; ++j) {
        for (int i = 0; i < raster.grid.columns; ++i) {
          const std::uint32_t mask = graph.mask(graph.vertex(i, j));
          for (int d = 0; d < 32; ++d) {
            const bool expected =
                d < neighbours &&
                sweep_is_legal(raster, i, j, kGridMoves[static_cast<std::size_t>(d)]);
            ASSERT_EQ((mask >> d & 1) != 0, expected)
                << world.name << ": cell " << i << ", " << j << " direction " << d;
            legal += expected;
          }
        }
      }
    }
  }
  EXPECT_GT(legal, 10000U);
}

TEST(GridGraph, EveryEdgeIsLegalSymmetricAndCostsItsLength) {
  for (const test::World& world : test::random_worlds(11, 2)) {
    const FreeSpace space = test::build(world);
    const double longer = std::max(space.box().width(), space.box().height());
    const Grid grid = Grid::build(space, {space.raster() ? 0 : longer / 15, 32});
    const GridGraph& graph = grid.graph();
    std::size_t directed = 0;
    std::size_t free_vertices = 0;
    for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
      free_vertices += grid.is_free(v);
      auto [edge, end] = out_edges(v, graph);
      EXPECT_EQ(std::distance(edge, end), static_cast<std::ptrdiff_t>(out_degree(v, graph)));
      for (; edge != end; ++edge) {
        ++directed;
        const Vertex w = target(*edge, graph);
        const double drawn = distance(grid.position(v), grid.position(w));
        const double cost = get(boost::edge_weight, graph, *edge);
        EXPECT_NEAR(cost, drawn, 1e-11 * drawn);
        EXPECT_TRUE(sees(space, space.locate(grid.position(v)), space.locate(grid.position(w))))
            << world.name;
        auto [back, back_end] = out_edges(w, graph);
        EXPECT_TRUE(std::any_of(back, back_end, [&](const GridGraph::Edge& e) {
          return target(e, graph) == v && graph.cost(e) == cost;
        }));
      }
    }
    EXPECT_EQ(directed, 2 * grid.edge_count());
    EXPECT_EQ(free_vertices, grid.vertex_count());
  }
}

TEST(Grid, DiagonalNeedsBothNeighbours) {
  const FreeSpace pinch = test::from_rows({".@", "@."});
  EXPECT_EQ(Grid::build(pinch, {}).edge_count(), 0U);
  const FreeSpace corner = test::from_rows({"..", "@."});
  const Grid grid = Grid::build(corner, {});
  EXPECT_EQ(grid.edge_count(), 2U);
  EXPECT_EQ(cost_between(grid, corner, {0.5, 0.5}, {1.5, 1.5}), 2);
  const FreeSpace open = test::from_rows({"..", ".."});
  EXPECT_EQ(Grid::build(open, {}).edge_count(), 6U);
}

TEST(Grid, NoMoveCrossesTheBorderOfTwoClasses) {
  const FreeSpace space = test::from_rows({"..W", "..W"});
  const Grid grid = Grid::build(space, {0, 32});
  EXPECT_EQ(grid.vertex_count(), 6U);
  EXPECT_EQ(grid.edge_count(), 7U);
  EXPECT_EQ(grid.report().components, 2);
  EXPECT_EQ(cost_between(grid, space, {0.5, 0.5}, {2.5, 0.5}), kInfinity);
}

/// Lengths of shortest paths by 8-connected moves, from Dijkstra's algorithm on the raster itself.
std::vector<double> octile_lengths(const Raster& raster, int x, int y) {
  const auto index = [&](int i, int j) { return static_cast<std::size_t>(j * raster.width() + i); };
  std::vector<double> best(static_cast<std::size_t>(raster.width() * raster.height()), kInfinity);
  using Entry = std::pair<double, std::pair<int, int>>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  best[index(x, y)] = 0;
  open.push({0, {x, y}});
  while (!open.empty()) {
    const auto [g, cell] = open.top();
    open.pop();
    const auto [i, j] = cell;
    if (g > best[index(i, j)]) continue;
    const Raster::Class here = raster.at(i, j);
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if ((dx == 0 && dy == 0) || raster.at_or_blocked(i + dx, j + dy) != here ||
            raster.at_or_blocked(i + dx, j) != here || raster.at_or_blocked(i, j + dy) != here) {
          continue;
        }
        const double next = g + (dx != 0 && dy != 0 ? std::numbers::sqrt2 : 1);
        double& known = best[index(i + dx, j + dy)];
        if (next >= known) continue;
        known = next;
        open.push({next, {i + dx, j + dy}});
      }
    }
  }
  return best;
}

TEST(Grid, ReproducesOctileLengths) {
  int reachable = 0;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const test::World world = test::random_raster(seed, 31, 23, 0.1 + 0.04 * seed, 1 + seed % 2);
    const FreeSpace space = test::build(world);
    const Raster& raster = *space.raster();
    const Grid grid = Grid::build(space, {});
    const std::vector<double> expected = octile_lengths(raster, 15, 11);
    for (int y = 0; y < raster.height(); ++y) {
      for (int x = 0; x < raster.width(); ++x) {
        if (raster.at(x, y) == Raster::kBlocked) continue;
        const double length = expected[static_cast<std::size_t>(y * raster.width() + x)];
        const double cost = cost_between(grid, space, {x + 0.5, y + 0.5}, {15.5, 11.5});
        if (length == kInfinity) {
          EXPECT_EQ(cost, kInfinity);
        } else {
          EXPECT_NEAR(cost, length, 1e-10 * (1 + length));
          ++reachable;
        }
      }
    }
  }
  EXPECT_GT(reachable, 2000);
}

TEST(Grid, BoostDijkstraAgreesWithTheSharedSearch) {
  const test::World world = test::random_raster(5, 20, 20, 0.25, 2);
  const FreeSpace space = test::build(world);
  for (const int neighbours : {4, 8, 16, 32}) {
    const Grid grid = Grid::build(space, {0, neighbours});
    const std::size_t n = num_vertices(grid.graph());
    std::vector<double> length(n);
    const Vertex origin = grid.graph().vertex(10, 10);
    boost::dijkstra_shortest_paths_no_color_map(
        grid.graph(), origin,
        boost::distance_map(boost::make_iterator_property_map(
                                length.begin(), boost::typed_identity_property_map<Vertex>()))
            .vertex_index_map(boost::typed_identity_property_map<Vertex>())
            .weight_map(get(boost::edge_weight, grid.graph())));
    Attachment attachment;
    SearchScratch scratch;
    std::vector<Vertex> vertices;
    for (Vertex v = 0; v < static_cast<Vertex>(n); ++v) {
      if (!grid.is_free(v)) continue;
      attachment.clear();
      attachment.start.push_back({origin, 0});
      attachment.goal.push_back({v, 0});
      const Point goal = grid.position(v);
      const double cost =
          neighbours > 8
              ? astar(
                    grid.graph(), attachment,
                    [&](Vertex u) { return distance(grid.position(u), goal); }, scratch, vertices)
                    .cost
              : astar(grid.graph(), attachment, grid.octile_to(goal, attachment.goal), scratch,
                      vertices)
                    .cost;
      const double expected = length[static_cast<std::size_t>(v)];
      EXPECT_EQ(cost, expected < 1e100 ? expected : kInfinity);
    }
  }
}

TEST(Grid, OctileHeuristicIsExactlyConsistent) {
  const test::World world = test::random_raster(9, 16, 16, 0.2, 1);
  const FreeSpace space = test::build(world);
  const Grid grid = Grid::build(space, {});
  const GridGraph& graph = grid.graph();
  std::mt19937 random(4);
  Grid::Scratch scratch;
  Attachment attachment;
  for (const Point goal : test::probe_points(space, random, 300)) {
    const Location at = space.locate(goal);
    if (at.place == Place::kBlocked) continue;
    grid.attach(at, at, scratch, attachment);
    const GridOctile h = grid.octile_to(goal, attachment.goal);
    for (const Link& link : attachment.goal) EXPECT_LE(h(link.vertex), link.cost);
    for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
      for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
        ASSERT_LE(h(v), graph.cost(*e) + h(target(*e, graph)));
      }
    }
  }
}

TEST(Grid, ComponentsAndCoverageOfARasterEqualTheWorlds) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const test::World world = test::random_raster(seed, 15, 15, 0.4, 1 + seed % 3);
    const FreeSpace space = test::build(world);
    const Grid grid = Grid::build(space, {});
    EXPECT_EQ(grid.report().components, space.component_count());
    EXPECT_EQ(grid.report().covered_area, space.area());
  }
}

TEST(Grid, EndsAreLinkedToVisibleCentres) {
  std::size_t links = 0;
  for (const test::World& world : test::random_worlds(21, 3)) {
    const FreeSpace space = test::build(world);
    const double longer = std::max(space.box().width(), space.box().height());
    const Grid grid = Grid::build(space, {space.raster() ? 0 : longer / 20, 8});
    std::mt19937 random(1);
    Grid::Scratch scratch;
    Attachment attachment;
    const std::vector<Point> points = test::probe_points(space, random, 60);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Location start = space.locate(points[k]);
      const Location goal = space.locate(points[(k + 1) % points.size()]);
      if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
      const AttachStatus status = grid.attach(start, goal, scratch, attachment);
      EXPECT_EQ(
          status == AttachStatus::kAttached,
          attachment.direct < kInfinity || (!attachment.start.empty() && !attachment.goal.empty()));
      if (attachment.direct < kInfinity) {
        EXPECT_TRUE(sees(space, start, goal)) << world.name;
      }
      for (const Link& link : attachment.start) {
        const Point centre = grid.position(link.vertex);
        EXPECT_TRUE(grid.is_free(link.vertex));
        EXPECT_EQ(link.cost, distance(start.point, centre));
        EXPECT_TRUE(sees(space, start, space.locate(centre))) << world.name;
        ++links;
      }
    }
  }
  EXPECT_GT(links, 100U);
}

TEST(Grid, AnEndAtACentreHasOneLinkAndOthersFour) {
  const FreeSpace space = test::from_rows({"...", "...", "..."});
  const Grid grid = Grid::build(space, {});
  Grid::Scratch scratch;
  Attachment attachment;
  grid.attach(space.locate({1.5, 1.5}), space.locate({1, 1}), scratch, attachment);
  ASSERT_EQ(attachment.start.size(), 1U);
  EXPECT_EQ(attachment.start[0].vertex, 4);
  EXPECT_EQ(attachment.start[0].cost, 0);
  EXPECT_EQ(attachment.goal.size(), 4U);
  EXPECT_EQ(attachment.direct, std::sqrt(0.5));
}

TEST(Grid, AnEndOutsideTheCoverageIsLinkedToVisibleCells) {
  // The corridor of width 1 is too narrow for cells of side 2. The room beside it has free cells.
  const FreeSpace space =
      FreeSpace::from_polygons({{{{{0, 0}, {8, 0}, {8, 8}, {4, 8}, {4, 1}, {0, 1}}, true}}});
  const Grid grid = Grid::build(space, {2, 8});
  Grid::Scratch scratch;
  Attachment attachment;
  const Location corridor = space.locate({0.5, 0.5});
  ASSERT_EQ(grid.attach(corridor, space.locate({7, 7}), scratch, attachment),
            AttachStatus::kAttached);
  ASSERT_FALSE(attachment.start.empty());
  for (const Link& link : attachment.start) {
    EXPECT_TRUE(sees(space, corridor, space.locate(grid.position(link.vertex))));
  }
}

TEST(Grid, RealisedLengthsEqualTheCosts) {
  const test::World world = test::random_raster(2, 24, 24, 0.2, 1);
  const FreeSpace space = test::build(world);
  std::mt19937 random(8);
  for (const int neighbours : {4, 8, 16, 32}) {
    const Grid grid = Grid::build(space, {0, neighbours});
    Grid::Scratch scratch;
    Attachment attachment;
    SearchScratch search;
    std::vector<Vertex> vertices;
    Path path;
    int found = 0;
    const std::vector<Point> points = test::probe_points(space, random, 200);
    for (std::size_t k = 0; k + 1 < points.size(); k += 2) {
      const Location start = space.locate(points[k]);
      const Location goal = space.locate(points[k + 1]);
      if (start.place == Place::kBlocked || goal.place == Place::kBlocked) continue;
      if (grid.attach(start, goal, scratch, attachment) != AttachStatus::kAttached) continue;
      const SearchResult result = astar(
          grid.graph(), attachment, [](Vertex) { return 0.0; }, search, vertices);
      if (!result.found) continue;
      ++found;
      grid.realise({start, goal, attachment, vertices}, scratch, path);
      EXPECT_EQ(path.front(), start.point);
      EXPECT_EQ(path.back(), goal.point);
      EXPECT_NEAR(length(path), result.cost, 1e-9 * (1 + result.cost));
      for (std::size_t i = 1; i < path.size(); ++i) {
        EXPECT_TRUE(sees(space, space.locate(path[i - 1]), space.locate(path[i])));
      }
    }
    EXPECT_GT(found, 20);
  }
}

TEST(Grid, RowDivisionEqualsDivision) {
  std::mt19937 random(3);
  for (const std::int32_t stride : {1, 2, 3, 7, 512, 1023, 65535, 268435456}) {
    const RowDivision division(stride);
    std::uniform_int_distribution<Vertex> any(0, 268435455);
    for (int k = 0; k < 2000; ++k) {
      const Vertex v = k < 1000 ? any(random) : std::min(any(random) / stride * stride, 268435455);
      EXPECT_EQ(division.cell(v).j, v / stride);
      EXPECT_EQ(division.cell(v).i, v % stride);
    }
  }
}

TEST(Grid, DrawsTheSidesOfItsFreeCellsInRuns) {
  const FreeSpace space = test::from_rows({"..@.", "@.@@"});
  std::vector<std::pair<Point, Point>> drawn;
  Grid::build(space, {0, 8}).draw([&](Point a, Point b) { drawn.emplace_back(a, b); });
  const std::vector<std::pair<Point, Point>> expected{
      {{0, 0}, {2, 0}}, {{3, 0}, {4, 0}}, {{0, 1}, {2, 1}}, {{3, 1}, {4, 1}}, {{1, 2}, {2, 2}},
      {{0, 0}, {0, 1}}, {{1, 0}, {1, 2}}, {{2, 0}, {2, 2}}, {{3, 0}, {3, 1}}, {{4, 0}, {4, 1}}};
  EXPECT_EQ(drawn, expected);
}

TEST(Grid, RefinedCellsCoverMoreOfAnErodedWorld) {
  // The passage is three cells wide and has steps. A disc of radius 1 fits through. But erosion
  // makes arcs around the corners of the steps, and these arcs cut cells.
  const FreeSpace world = test::from_rows({"@@@@@@@@@", "@....@@@@", "@.....@@@", "@......@@",
                                           "@@......@", "@@@.....@", "@@@@....@", "@@@@@@@@@"});
  const FreeSpace space = eroded(world, 1);
  const Point start{2.25, 2.25};
  const Point goal{6.75, 5.75};
  ASSERT_TRUE(connected(space, space.locate(start), space.locate(goal)));
  const Grid whole = Grid::build(space, {});
  const Grid fine = Grid::build(space, {.refine = 4});
  EXPECT_EQ(cost_between(whole, space, start, goal), kInfinity);
  EXPECT_LT(cost_between(fine, space, start, goal), kInfinity);
  EXPECT_EQ(fine.graph().grid().size, 0.25);
  EXPECT_EQ(fine.graph().grid().origin, (Point{0, 0}));
  EXPECT_LT(whole.report().covered_area, fine.report().covered_area);
  EXPECT_EQ(Grid::build(space, {.cell_size = 0.5, .refine = 4}).graph().grid().size, 0.125);
  // In a world that is not eroded, `refine` has no effect.
  EXPECT_EQ(Grid::build(world, {.refine = 4}).graph().grid().size, 1);
  EXPECT_FALSE(Grid::guarantees({.refine = 2}).terrain);
  EXPECT_THROW(Grid::build(space, {.refine = 0}), std::invalid_argument);
}

TEST(Grid, RefusesUnknownNeighbourhoods) {
  const FreeSpace space = test::from_rows({"."});
  EXPECT_THROW(Grid::build(space, {0, 5}), std::invalid_argument);
  EXPECT_THROW(Grid::build(space, {-1, 8}), std::invalid_argument);
}

}  // namespace
}  // namespace fairway
