#include "algorithms/ancestors/lattice/lattice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <cmath>
#include <functional>
#include <queue>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/search/astar.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(check_representation<Lattice>());

using Cell = LatticeGraph::Cell;

FreeSpace with_random_terrain(const test::World& world, std::uint32_t seed) {
  const auto& raster = std::get<Raster>(world.input);
  Terrain terrain(raster.width(), raster.height());
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(0.5, 4);
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) terrain.set_cost(x, y, any(random));
  }
  return FreeSpace::from_raster(raster, std::move(terrain));
}

SearchResult search(const auto& representation, const FreeSpace& space, Point a, Point b,
                    std::vector<Vertex>& vertices) {
  typename std::remove_cvref_t<decltype(representation)>::Scratch scratch;
  Attachment attachment;
  SearchScratch search_scratch;
  vertices.clear();
  if (representation.attach(space.locate(a), space.locate(b), scratch, attachment) !=
      AttachStatus::kAttached) {
    return {};
  }
  return astar(
      representation.graph(), attachment, [](Vertex) { return 0.0; }, search_scratch, vertices);
}

double cost_between(const auto& representation, const FreeSpace& space, Point a, Point b) {
  std::vector<Vertex> vertices;
  return search(representation, space, a, b, vertices).cost;
}

using MoveCost = std::function<double(int i, int j, int dx, int dy)>;
using MayMove = std::function<bool(int i, int j, int dx, int dy)>;

/// Least costs from a cell to all cells by Dijkstra's algorithm. `may_move` decides whether a
/// single move is legal.
std::vector<double> least_costs(const Raster& raster, int step, int i, int j,
                                const MayMove& may_move, const MoveCost& cost) {
  const auto index = [&](int x, int y) { return static_cast<std::size_t>(y * raster.width() + x); };
  std::vector<double> best(index(0, raster.height()), kInfinity);
  std::priority_queue<std::tuple<double, int, int>, std::vector<std::tuple<double, int, int>>,
                      std::greater<>>
      open;
  best[index(i, j)] = 0;
  open.emplace(0, i, j);
  while (!open.empty()) {
    const auto [g, x, y] = open.top();
    open.pop();
    if (g > best[index(x, y)]) continue;
    for (int dy = -step; dy <= step; dy += step) {
      for (int dx = -step; dx <= step; dx += step) {
        if ((dx == 0 && dy == 0) || raster.at_or_blocked(x + dx, y + dy) == Raster::kBlocked ||
            !may_move(x, y, dx, dy)) {
          continue;
        }
        const double next = g + cost(x, y, dx, dy);
        double& known = best[index(x + dx, y + dy)];
        if (next >= known) continue;
        known = next;
        open.emplace(next, x + dx, y + dy);
      }
    }
  }
  return best;
}

/// The rule for checked moves: all cells that a move enters or touches must have the same class.
MayMove checked_moves(const Raster& raster, int step) {
  return [&raster, step](int i, int j, int dx, int dy) {
    const int ux = dx / step;
    const int uy = dy / step;
    for (int k = 0; k < step; ++k) {
      for (const auto& [x, y] : {std::pair(0, 0), {ux, 0}, {0, uy}, {ux, uy}}) {
        if (raster.at_or_blocked(i + k * ux + x, j + k * uy + y) != raster.at(i, j)) return false;
      }
    }
    return true;
  };
}

Point centre(int i, int j) { return {i + 0.5, j + 0.5}; }

/// Compares the costs from cell (i, j) with `expected`. Returns the number of reachable cells.
int expect_costs(const FreeSpace& space, const LatticeOptions& options,
                 const std::vector<double>& expected, int i, int j) {
  const Raster& raster = *space.raster();
  const Lattice lattice = Lattice::build(space, options);
  int reachable = 0;
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (raster.at(x, y) == Raster::kBlocked) continue;
      const double known = expected[static_cast<std::size_t>(y * raster.width() + x)];
      const double cost = cost_between(lattice, space, centre(i, j), centre(x, y));
      if (known == kInfinity) {
        EXPECT_EQ(cost, kInfinity);
      } else {
        EXPECT_NEAR(cost, known, 1e-9 * (1 + known));
        ++reachable;
      }
    }
  }
  return reachable;
}

TEST(Lattice, SoundCostsEqualTheGrids) {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const FreeSpace space = test::build(test::random_raster(seed, 19, 14, 0.3, 1 + seed % 2));
    for (const int neighbours : {4, 8}) {
      const Lattice lattice = Lattice::build(space, {.neighbours = neighbours});
      const Grid grid = Grid::build(space, {0, neighbours});
      std::mt19937 random(seed);
      std::uniform_int_distribution<int> x(0, 18);
      std::uniform_int_distribution<int> y(0, 13);
      for (int k = 0; k < 60; ++k) {
        const Point a = centre(x(random), y(random));
        const Point b = centre(x(random), y(random));
        if (space.locate(a).place == Place::kBlocked || space.locate(b).place == Place::kBlocked) {
          continue;
        }
        EXPECT_EQ(cost_between(lattice, space, a, b), cost_between(grid, space, a, b));
      }
    }
  }
}

TEST(Lattice, CostsOnTerrainEqualAnIndependentDijkstra) {
  int reachable = 0;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const test::World world = test::random_raster(seed, 23, 17, 0.2, 1);
    const FreeSpace space = with_random_terrain(world, seed);
    const Raster& raster = *space.raster();
    const Terrain& terrain = *space.terrain();
    if (raster.at(11, 8) == Raster::kBlocked) continue;
    for (const int step : {1, 2, 3}) {
      // The expected cost of a checked move of `step` cells. The move is cut into 2 * step equal
      // parts. Each part lies in one cell.
      const std::vector<double> mean = least_costs(
          raster, step, 11, 8, checked_moves(raster, step), [&](int i, int j, int dx, int dy) {
            double sum = 0;
            for (int half = 0; half < 2 * step; ++half) {
              const int k = (half + 1) / 2;
              sum += terrain.cost(i + k * dx / step, j + k * dy / step);
            }
            return sum * std::hypot(dx, dy) / (2 * step);
          });
      reachable += expect_costs(space, {.step = step}, mean, 11, 8);
      const std::vector<double> entered = least_costs(
          raster, step, 11, 8, [](int, int, int, int) { return true; },
          [&](int i, int j, int dx, int dy) { return step * terrain.cost(i + dx, j + dy); });
      reachable += expect_costs(space,
                                {.step = step,
                                 .metric = LatticeMetric::kChebyshev,
                                 .check = LatticeCheck::kLanding,
                                 .terrain = LatticeTerrain::kEntered},
                                entered, 11, 8);
    }
  }
  EXPECT_GT(reachable, 2000);
}

TEST(Lattice, TerrainOfOnesChangesNothing) {
  const test::World world = test::random_raster(3, 20, 15, 0.25, 1);
  const auto& raster = std::get<Raster>(world.input);
  const FreeSpace plain = test::build(world);
  const FreeSpace ones = FreeSpace::from_raster(raster, Terrain(raster.width(), raster.height()));
  const Lattice without = Lattice::build(plain, {});
  const Lattice with = Lattice::build(ones, {});
  EXPECT_EQ(with.least_cost_factor(), 1);
  for (int k = 0; k < 300; ++k) {
    const Point a = centre(k % 20, k / 20);
    const Point b = centre((7 * k) % 20, (11 * k) % 15);
    if (plain.locate(a).place == Place::kBlocked || plain.locate(b).place == Place::kBlocked) {
      continue;
    }
    EXPECT_EQ(cost_between(with, ones, a, b), cost_between(without, plain, a, b));
  }
}

TEST(Lattice, BoostDijkstraAgreesWithTheSharedSearch) {
  const FreeSpace space = with_random_terrain(test::random_raster(8, 17, 15, 0.2, 1), 1);
  std::vector<LatticeOptions> all;
  for (const int step : {1, 2, 5}) {
    for (const LatticeCheck check : {LatticeCheck::kMove, LatticeCheck::kLanding}) {
      all.push_back({.step = step, .check = check});
      all.push_back({.step = step, .check = check, .terrain = LatticeTerrain::kEntered});
      all.push_back({.step = step,
                     .metric = LatticeMetric::kManhattan,
                     .check = check,
                     .leave_world = true,
                     .terrain = LatticeTerrain::kNone});
    }
  }
  for (const LatticeOptions& options : all) {
    const Lattice lattice = Lattice::build(space, options);
    const LatticeGraph& graph = lattice.graph();
    const std::size_t n = num_vertices(graph);
    const Vertex origin = graph.vertex({8, 7});
    std::vector<double> costs(n);
    boost::dijkstra_shortest_paths_no_color_map(
        graph, origin,
        boost::distance_map(boost::make_iterator_property_map(
                                costs.begin(), boost::typed_identity_property_map<Vertex>()))
            .vertex_index_map(boost::typed_identity_property_map<Vertex>())
            .weight_map(get(boost::edge_weight, graph))
            .distance_inf(kInfinity));
    Attachment attachment;
    SearchScratch scratch;
    std::vector<Vertex> vertices;
    for (Vertex v = 0; v < static_cast<Vertex>(n); ++v) {
      attachment.clear();
      attachment.start.push_back({origin, 0});
      attachment.goal.push_back({v, 0});
      const double cost = astar(
                              graph, attachment, [](Vertex) { return 0.0; }, scratch, vertices)
                              .cost;
      ASSERT_EQ(cost, costs[static_cast<std::size_t>(v)]);
      ASSERT_TRUE(cost == kInfinity || lattice.component(v) == lattice.component(origin));
    }
  }
}

TEST(Lattice, ACheckedMoveIsLegalIfAllItsStepsAre) {
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    const FreeSpace space = test::build(test::random_raster(seed, 16, 12, 0.15, 1 + seed % 2));
    const Raster& raster = *space.raster();
    for (int step = 1; step <= 5; ++step) {
      const Lattice lattice = Lattice::build(space, {.step = step});
      const LatticeGraph& graph = lattice.graph();
      const MayMove may_move = checked_moves(raster, step);
      for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
        const Cell from = graph.cell(v);
        std::vector<Vertex> expected;
        for (int dy = -step; dy <= step; dy += step) {
          for (int dx = -step; dx <= step; dx += step) {
            if ((dx == 0 && dy == 0) || raster.at(from.i, from.j) == Raster::kBlocked ||
                !may_move(from.i, from.j, dx, dy)) {
              continue;
            }
            expected.push_back(graph.vertex({from.i + dx, from.j + dy}));
          }
        }
        std::vector<Vertex> targets;
        for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
          targets.push_back(target(*e, graph));
        }
        std::ranges::sort(targets);
        ASSERT_EQ(targets, expected) << "step " << step << " from " << from.i << ", " << from.j;
      }
    }
  }
}

TEST(Lattice, CheckedMovesAreLegalInEveryWorldWhateverTheStep) {
  int found = 0;
  std::vector<test::World> worlds = test::fixture_worlds();
  std::ranges::move(test::random_worlds(31, 2), std::back_inserter(worlds));
  for (const test::World& world : worlds) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    const PathChecker checker(space);
    const double longer = std::max(space.box().width(), space.box().height());
    std::mt19937 random(5);
    const std::vector<Point> points = test::probe_points(space, random, 80);
    for (int step = 1; step <= 5; ++step) {
      const Lattice lattice = Lattice::build(
          space, {.cell_size = space.raster() != nullptr ? 0 : longer / 37.3, .step = step});
      Lattice::Scratch scratch;
      std::vector<Vertex> vertices;
      Path path;
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        if (space.locate(points[k]).place == Place::kBlocked ||
            space.locate(points[k + 1]).place == Place::kBlocked) {
          continue;
        }
        const SearchResult result = search(lattice, space, points[k], points[k + 1], vertices);
        if (!result.found) continue;
        ++found;
        lattice.realise({space.locate(points[k]), space.locate(points[k + 1]), {}, vertices},
                        scratch, path);
        ASSERT_EQ(path.front(), points[k]);
        ASSERT_EQ(path.back(), points[k + 1]);
        const auto verdict = checker.check(path);
        ASSERT_TRUE(verdict.legal) << verdict.reason;
        ASSERT_NEAR(length(path), result.cost, 1e-9 * result.cost);
      }
    }
  }
  EXPECT_GT(found, 1000);
}

TEST(Lattice, ATerrainPathCostsTheIntegralAlongIt) {
  const FreeSpace whole = with_random_terrain(test::random_raster(4, 21, 21, 0.15, 1), 9);
  const FreeSpace narrower = eroded(whole, 0.2);
  for (const FreeSpace* const space : {&whole, &narrower}) {
    std::mt19937 random(2);
    const std::vector<Point> points = test::probe_points(*space, random, 900);
    int found = 0;
    for (const int step : {1, 3}) {
      const Lattice lattice = Lattice::build(*space, {.step = step});
      Lattice::Scratch scratch;
      std::vector<Vertex> vertices;
      Path path;
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        if (space->locate(points[k]).place == Place::kBlocked ||
            space->locate(points[k + 1]).place == Place::kBlocked) {
          continue;
        }
        const SearchResult result = search(lattice, *space, points[k], points[k + 1], vertices);
        if (!result.found) continue;
        ++found;
        lattice.realise({space->locate(points[k]), space->locate(points[k + 1]), {}, vertices},
                        scratch, path);
        ASSERT_NEAR(path_cost(*space, path), result.cost, 1e-9 * (1 + result.cost));
      }
    }
    EXPECT_GT(found, 60);
  }
}

TEST(Lattice, OctileHeuristicIsConsistentOnTerrainToo) {
  const FreeSpace space = with_random_terrain(test::random_raster(6, 14, 14, 0.2, 1), 3);
  const Lattice lattice = Lattice::build(space, {});
  const LatticeGraph& graph = lattice.graph();
  const double factor = lattice.least_cost_factor();
  std::mt19937 random(4);
  Lattice::Scratch scratch;
  Attachment attachment;
  for (const Point goal : test::probe_points(space, random, 200)) {
    const Location at = space.locate(goal);
    if (at.place == Place::kBlocked) continue;
    lattice.attach(at, at, scratch, attachment);
    const GridOctile h = lattice.octile_to(goal, attachment.goal);
    for (const Link& link : attachment.goal) {
      EXPECT_LE(factor * h(link.vertex), link.cost + 1e-12);
    }
    for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(graph)); ++v) {
      for (auto [e, end] = out_edges(v, graph); e != end; ++e) {
        ASSERT_LE(factor * h(v), graph.cost(*e) + factor * h(target(*e, graph)) + 1e-12);
      }
    }
  }
}

TEST(Lattice, EveryMetricHasItsDocumentedCosts) {
  const FreeSpace space = test::from_rows(std::vector<std::string>(7, "......."));
  const std::vector<std::pair<LatticeMetric, double>> diagonals{
      {LatticeMetric::kOctile, 3 * std::sqrt(2.0)},
      {LatticeMetric::kEuclidean, 3 * std::sqrt(2.0)},
      {LatticeMetric::kManhattan, 6},
      {LatticeMetric::kChebyshev, 3}};
  for (const auto& [metric, diagonal] : diagonals) {
    const Lattice lattice = Lattice::build(space, {.step = 3, .metric = metric});
    EXPECT_NEAR(cost_between(lattice, space, {0.5, 0.5}, {3.5, 3.5}), diagonal, 1e-10);
    EXPECT_EQ(cost_between(lattice, space, {0.5, 0.5}, {6.5, 0.5}), 6);
    EXPECT_EQ(cost_between(lattice, space, {0.5, 0.5}, {5.5, 0.5}), kInfinity);
  }
}

TEST(Lattice, EnteringCostsAreLeavingCostsOfTheReverseMove) {
  Terrain terrain(2, 1);
  terrain.set_cost(1, 0, 9);
  const FreeSpace space = FreeSpace::from_raster(Raster(2, 1, 1), terrain);
  const Lattice lattice = Lattice::build(space, {.terrain = LatticeTerrain::kEntered});
  EXPECT_EQ(cost_between(lattice, space, {0.5, 0.5}, {1.5, 0.5}), 9);
  EXPECT_EQ(cost_between(lattice, space, {1.5, 0.5}, {0.5, 0.5}), 1);
  // Start and goal are not at the centres of their tiles. Each of them is linked to the centre of
  // its tile. The link costs its length times the cost of the tile.
  EXPECT_EQ(cost_between(lattice, space, {0.25, 0.5}, {1.75, 0.5}), 0.25 + 9 + 0.25 * 9);
}

TEST(Lattice, TheWorldCanBeLeftInEveryDirection) {
  // Only the cells (0, 0) and (9, 6) are free.
  std::vector<std::string> rows(9, std::string(12, '#'));
  rows[0][0] = '.';
  rows[6][9] = '.';
  const FreeSpace space = test::from_rows(rows);
  for (const LatticeCheck check : {LatticeCheck::kLanding, LatticeCheck::kMove}) {
    LatticeOptions options{.step = 3,
                           .metric = LatticeMetric::kChebyshev,
                           .check = check,
                           .leave_world = true,
                           .terrain = LatticeTerrain::kNone};
    const Lattice lattice = Lattice::build(space, options);
    EXPECT_EQ(lattice.graph().margin(), 6);
    EXPECT_EQ(lattice.vertex_count(), 24U * 21U - 12U * 9U + 2U);
    const bool jumps = check == LatticeCheck::kLanding;
    EXPECT_EQ(cost_between(lattice, space, {0.5, 0.5}, {9.5, 6.5}), jumps ? 18 : kInfinity);
    EXPECT_EQ(cost_between(lattice, space, {9.5, 6.5}, {0.5, 0.5}), jumps ? 18 : kInfinity);
    options.leave_world = false;
    EXPECT_EQ(cost_between(Lattice::build(space, options), space, {0.5, 0.5}, {9.5, 6.5}),
              kInfinity);
  }
  // With checked moves, the path goes from the left cell around the blocked row, outside the world,
  // to the right cell.
  const FreeSpace bar = test::from_rows({".##."});
  const Lattice lattice =
      Lattice::build(bar, {.leave_world = true, .terrain = LatticeTerrain::kNone});
  EXPECT_NEAR(cost_between(lattice, bar, {0.5, 0.5}, {3.5, 0.5}), 5, 1e-10);
}

TEST(Lattice, AToleranceLinksTheReachableCellsWithinIt) {
  const FreeSpace space = test::from_rows(std::vector<std::string>(40, std::string(40, '.')));
  const Lattice lattice = Lattice::build(space, {.step = 5, .tolerance = 10});
  Lattice::Scratch scratch;
  Attachment attachment;
  lattice.attach(space.locate({2.5, 2.5}), space.locate({22.5, 22.5}), scratch, attachment);
  // Near the goal, the search can reach the cells in columns 12, 17, 22, 27 and 32 and in the rows
  // with these numbers. The goal is linked to those cells that are at most 10 away.
  EXPECT_EQ(attachment.goal.size(), 13U);
  for (const Link& link : attachment.goal) {
    EXPECT_EQ(link.cost, 0);
    EXPECT_LE(distance(lattice.position(link.vertex), {22.5, 22.5}), 10);
    EXPECT_EQ(lattice.graph().cell(link.vertex).i % 5, 2);
    EXPECT_EQ(lattice.graph().cell(link.vertex).j % 5, 2);
  }
  EXPECT_EQ(attachment.direct, kInfinity);
  // This start lies on the border of two cells and is linked to both. So the search also reaches
  // columns 13, 18, 23 and 28. These columns contain 1, 3, 3 and 3 more cells that are at most 10
  // from the goal.
  lattice.attach(space.locate({3, 2.5}), space.locate({22.5, 22.5}), scratch, attachment);
  EXPECT_EQ(attachment.start.size(), 2U);
  EXPECT_EQ(attachment.goal.size(), 13U + 10U);
}

TEST(Lattice, EndsInCellsThatAreNotFree) {
  // The slanted side of the triangle passes through the cells (0, 0), (1, 1), ..., (5, 5).
  const FreeSpace space = FreeSpace::from_polygons({{{{{0, 0}, {6, 0}, {6, 6}}, true}}});
  const Location on_slope = space.locate({2.75, 2.5});
  const Location inside = space.locate({5.5, 0.5});
  Lattice::Scratch scratch;
  Attachment attachment;
  const Lattice sound = Lattice::build(space, {.cell_size = 1});
  ASSERT_EQ(sound.attach(on_slope, inside, scratch, attachment), AttachStatus::kAttached);
  ASSERT_FALSE(attachment.start.empty());
  for (const Link& link : attachment.start) {
    EXPECT_TRUE(sound.graph().is_free(link.vertex));
    EXPECT_EQ(link.cost, distance(on_slope.point, sound.position(link.vertex)));
    EXPECT_TRUE(sees(space, on_slope, space.locate(sound.position(link.vertex))));
  }
  ASSERT_EQ(sound.attach(inside, on_slope, scratch, attachment), AttachStatus::kAttached);
  EXPECT_FALSE(attachment.goal.empty());

  LatticeOptions options{.cell_size = 1, .check = LatticeCheck::kLanding};
  const Lattice landing = Lattice::build(space, options);
  ASSERT_EQ(landing.attach(on_slope, inside, scratch, attachment), AttachStatus::kAttached);
  ASSERT_EQ(attachment.start.size(), 1U);
  EXPECT_EQ(landing.graph().cell(attachment.start[0].vertex), (Cell{2, 2}));
  EXPECT_LT(cost_between(landing, space, on_slope.point, inside.point), kInfinity);
  EXPECT_EQ(landing.attach(inside, on_slope, scratch, attachment), AttachStatus::kNothingVisible);

  options.blocked_goal = BlockedGoal::kStay;
  const Lattice stays = Lattice::build(space, options);
  EXPECT_TRUE(stays.accepts_blocked_ends());
  for (const Location& goal : {on_slope, space.locate({1, 5}), space.locate({-70, 1e300})}) {
    ASSERT_EQ(stays.attach(inside, goal, scratch, attachment), AttachStatus::kAttached);
    EXPECT_EQ(attachment.direct, 0);
    EXPECT_TRUE(attachment.start.empty() && attachment.goal.empty());
    Path path;
    stays.realise({inside, goal, attachment, {}}, scratch, path);
    EXPECT_EQ(path, Path{inside.point});
  }
}

TEST(Lattice, ComponentsEqualThoseOfTheFreeCells) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const FreeSpace space = test::build(test::random_raster(seed, 15, 15, 0.4, 1 + seed % 3));
    const Lattice lattice = Lattice::build(space, {});
    EXPECT_EQ(lattice.report().components, space.component_count());
    EXPECT_EQ(lattice.report().covered_area, space.area());
    const LatticeGraph& graph = lattice.graph();
    for (Vertex a = 0; a < static_cast<Vertex>(num_vertices(graph)); a += 3) {
      for (Vertex b = 1; b < static_cast<Vertex>(num_vertices(graph)); b += 7) {
        if (!graph.is_free(a) || !graph.is_free(b)) continue;
        EXPECT_EQ(lattice.component(a) == lattice.component(b),
                  space.component(space.locate(graph.position(a))) ==
                      space.component(space.locate(graph.position(b))));
      }
    }
  }
  // Steps of five divide an open square into 25 separate lattices.
  const FreeSpace open = test::from_rows(std::vector<std::string>(20, std::string(20, '.')));
  EXPECT_EQ(Lattice::build(open, {.step = 5}).report().components, 25);
}

TEST(Lattice, DrawsTheFreeCellsOfTheWorldOnly) {
  const FreeSpace space = test::from_rows({"#."});
  std::vector<std::pair<Point, Point>> drawn;
  Lattice::build(space, {.leave_world = true, .terrain = LatticeTerrain::kNone})
      .draw([&](Point a, Point b) { drawn.emplace_back(a, b); });
  const std::vector<std::pair<Point, Point>> expected{
      {{1, 0}, {2, 0}}, {{1, 1}, {2, 1}}, {{1, 0}, {1, 1}}, {{2, 0}, {2, 1}}};
  EXPECT_EQ(drawn, expected);
}

TEST(Lattice, PromisesDependOnItsOptions) {
  const LatticeOptions sound;
  EXPECT_TRUE(Lattice::guarantees(sound).legal);
  EXPECT_TRUE(Lattice::guarantees(sound).realised_cost);
  EXPECT_TRUE(Lattice::guarantees(sound).terrain);
  EXPECT_EQ(Lattice::methods().front().options, sound);
  LatticeOptions options = sound;
  options.metric = LatticeMetric::kChebyshev;
  EXPECT_TRUE(Lattice::guarantees(options).legal);
  EXPECT_FALSE(Lattice::guarantees(options).realised_cost);
  options.neighbours = 4;
  EXPECT_TRUE(Lattice::guarantees(options).realised_cost);
  options.terrain = LatticeTerrain::kNone;
  EXPECT_FALSE(Lattice::guarantees(options).terrain);
  EXPECT_FALSE(Lattice::guarantees({.cell_size = 0.5}).terrain);
  options.leave_world = true;
  EXPECT_FALSE(Lattice::guarantees(options).legal);
}

TEST(Lattice, RefusesImpossibleOptions) {
  const FreeSpace space = test::from_rows({"."});
  const auto build = [&](const LatticeOptions& options) { Lattice::build(space, options); };
  EXPECT_THROW(build({.cell_size = -1}), std::invalid_argument);
  EXPECT_THROW(build({.step = 0}), std::invalid_argument);
  EXPECT_THROW(build({.step = 1025}), std::invalid_argument);
  EXPECT_THROW(build({.neighbours = 16}), std::invalid_argument);
  EXPECT_THROW(build({.leave_world = true}), std::invalid_argument);
  EXPECT_THROW(build({.tolerance = -1}), std::invalid_argument);
  EXPECT_THROW(build({.tolerance = std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace fairway
