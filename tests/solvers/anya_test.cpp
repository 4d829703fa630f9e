#include "algorithms/solvers/anya/anya.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/reference/exact_solver.hpp"
#include "algorithms/solvers/cell_rows.hpp"
#include "algorithms/solvers/solver.hpp"
#include "datasets/read_world.hpp"
#include "datasets/scenario.hpp"
#include "harness/queries/even_rows.hpp"
#include "tests/support/public_datasets.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(Solver<Anya>);

TEST(CellRows, AgreesWithSingleCells) {
  std::mt19937 random(2);
  for (const int width : {1, 5, 63, 64, 65, 127, 128, 200}) {
    Raster raster(width, 3);
    for (int j = 0; j < 3; ++j) {
      const unsigned out_of = j == 0 ? 2 : 40;
      for (int i = 0; i < width; ++i) {
        const bool mixed = random() % out_of == 0;
        raster.set(i, j, static_cast<Raster::Class>(mixed ? static_cast<int>(random() % 3) : j));
      }
    }
    const CellRows rows(raster, 1);
    const auto is_free = [&](int i, int j) { return raster.at_or_blocked(i, j) == 1; };
    for (int j = -2; j < 5; ++j) {
      for (int k = 0; k <= width; ++k) {
        ASSERT_EQ(rows.is_free(k - 1, j), is_free(k - 1, j));
        int up = k;
        while (is_free(up, j)) ++up;
        int down = k;
        while (is_free(down - 1, j)) --down;
        ASSERT_EQ(rows.run_end<1>(j, k), up);
        ASSERT_EQ(rows.run_end<-1>(j, k), down);
        for (const int reach : {0, 1, 2, 7, 64, 70}) {
          const int last = std::min(width, k + reach);
          int begin = k;
          while (begin < last && !is_free(begin, j)) ++begin;
          ASSERT_EQ(rows.run_begin<1>(j, k, last), begin);
          const int first = std::max(0, k - reach);
          begin = k;
          while (begin > first && !is_free(begin - 1, j)) --begin;
          ASSERT_EQ(rows.run_begin<-1>(j, k, first), begin);
        }
      }
    }
  }
}

/// Compares Anya's paths with the exact optimum. Counts the queries with a path (found) and without
/// a path (unreachable).
class Comparison {
 public:
  explicit Comparison(const FreeSpace& space)
      : space_(space), anya_(Anya::build(space, {})), exact_(space), checker_(space) {}

  void compare(Point a, Point b, Anya::Scratch& scratch) {
    SCOPED_TRACE(testing::Message()
                 << std::hexfloat << a.x << ' ' << a.y << "  " << b.x << ' ' << b.y);
    const Location start = space_.locate(a);
    const Location goal = space_.locate(b);
    if (start.place == Place::kBlocked || goal.place == Place::kBlocked) return;
    const double optimum = exact_.solve(a, b, exact_scratch_);
    Path path{{1, 2}};
    const SolverResult result = anya_.solve(start, goal, scratch, path);
    ASSERT_EQ(result.found, std::isfinite(optimum));
    ASSERT_EQ(path.empty(), !result.found);
    if (!result.found) {
      ++unreachable;
      return;
    }
    ++found;
    ASSERT_EQ(path.front(), a);
    ASSERT_EQ(path.back(), b);
    ASSERT_NEAR(length(path), optimum, 1e-12 * optimum);
    const PathChecker::Verdict verdict = checker_.check(path);
    ASSERT_TRUE(verdict.legal) << verdict.reason;
  }

  void compare_chain(const std::vector<Point>& points, Anya::Scratch& scratch) {
    for (std::size_t k = 0; k + 1 < points.size() && !testing::Test::HasFatalFailure(); ++k) {
      compare(points[k], points[k + 1], scratch);
    }
  }

  int found = 0;
  int unreachable = 0;

 private:
  const FreeSpace& space_;
  Anya anya_;
  ExactSolver exact_;
  PathChecker checker_;
  ExactSolver::Scratch exact_scratch_;
};

double nudged(double value, std::mt19937& random) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  switch (random() % 6) {
    case 0:
      return std::nextafter(value, kFar);
    case 1:
      return std::nextafter(value, -kFar);
    case 2:
      return value + 1e-9;
    default:
      return value;
  }
}

/// Returns random points: lattice points, cell centres, points on sides of cells, points close to
/// such points, and others.
std::vector<Point> points_of(const Raster& raster, std::mt19937& random, int count) {
  const auto up_to = [&](int n) {
    return static_cast<double>(random() % static_cast<unsigned>(n + 1));
  };
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Point> points;
  for (int k = 0; k < count; ++k) {
    Point p{up_to(raster.width()), up_to(raster.height())};
    switch (random() % 6) {
      case 0:
        break;
      case 1:
        p = {p.x - 0.5, p.y - 0.5};
        break;
      case 2:
        p.x -= unit(random);
        break;
      case 3:
        p.y -= unit(random);
        break;
      case 4:
        p = {nudged(p.x, random), nudged(p.y, random)};
        break;
      default:
        p = {unit(random) * raster.width(), unit(random) * raster.height()};
    }
    points.push_back(p);
  }
  return points;
}

/// Compares answers in random rasters of up to `side` x `side` cells. At most `densest` per
/// thousand cells are blocked.
void compare_random_rasters(std::uint32_t first_seed, int worlds, int side, int queries,
                            unsigned densest) {
  Anya::Scratch scratch;
  std::mt19937 random(first_seed);
  int found = 0;
  int unreachable = 0;
  for (int k = 0; k < worlds; ++k) {
    const auto seed = first_seed + static_cast<std::uint32_t>(k);
    const int width = 1 + static_cast<int>(random() % static_cast<unsigned>(side));
    const int height = 1 + static_cast<int>(random() % static_cast<unsigned>(side));
    const double blocked = 0.001 * (1 + random() % densest);
    const int classes = random() % 4 == 0 ? 1 + static_cast<int>(random() % 3) : 1;
    const test::World world = test::random_raster(seed, width, height, blocked, classes);
    const Raster& raster = std::get<Raster>(world.input);
    const auto is_free = [&](int i) { return raster.at(i % width, i / width) != 0; };
    bool any = false;
    for (int i = 0; i < width * height; ++i) any = any || is_free(i);
    if (!any) continue;
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    Comparison comparison(space);
    comparison.compare_chain(points_of(raster, random, queries), scratch);
    if (testing::Test::HasFatalFailure()) return;
    found += comparison.found;
    unreachable += comparison.unreachable;
  }
  EXPECT_GT(found, worlds * queries / 10);
  EXPECT_GT(unreachable, 0);
}

TEST(Anya, EqualsTheExactOptimumOnThousandsOfSmallRasters) {
  compare_random_rasters(1000, 3000, 9, 24, 560);
}

TEST(Anya, EqualsTheExactOptimumOnLargerRasters) { compare_random_rasters(9000, 150, 48, 60, 450); }

TEST(Anya, EqualsTheExactOptimumInTheOpen) { compare_random_rasters(20000, 120, 100, 60, 40); }

TEST(Anya, EqualsTheExactOptimumAcrossWords) {
  Anya::Scratch scratch;
  std::mt19937 random(4);
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const test::World world = test::random_raster(seed, 300, 40, 0.02 + 0.05 * seed, 1);
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    Comparison comparison(space);
    comparison.compare_chain(points_of(std::get<Raster>(world.input), random, 80), scratch);
    if (HasFatalFailure()) return;
    EXPECT_GT(comparison.found, 0);
  }
}

TEST(Anya, EqualsTheExactOptimumOnFixtureWorldsOfCells) {
  Anya::Scratch scratch;
  std::mt19937 random(6);
  int worlds = 0;
  for (const test::World& world : test::fixture_worlds()) {
    if (!std::holds_alternative<Raster>(world.input)) continue;
    SCOPED_TRACE(world.name);
    const FreeSpace space = test::build(world);
    Comparison comparison(space);
    std::vector<Point> points = test::probe_points(space, random, 60);
    for (const Point p : points_of(std::get<Raster>(world.input), random, 60)) points.push_back(p);
    std::ranges::shuffle(points, random);
    comparison.compare_chain(points, scratch);
    if (HasFatalFailure()) return;
    ++worlds;
  }
  EXPECT_GT(worlds, 2);
}

TEST(Anya, EqualsTheExactOptimumOnPublicMaps) {
  const auto files = test::public_files({".map"});
  if (files.empty()) GTEST_SKIP() << "no public datasets";
  Anya::Scratch scratch;
  int found = 0;
  for (const std::size_t file : even_rows(files.size(), 8)) {
    SCOPED_TRACE(files[file].string());
    std::filesystem::path scenario = files[file];
    scenario += ".scen";
    if (!std::filesystem::exists(scenario)) continue;
    const FreeSpace space = load_free_space(files[file]);
    if (!Anya::supports(space, {}) || space.walls().size() > 30000) continue;
    Comparison comparison(space);
    const std::vector<Problem> problems = read_scenario(scenario).problems;
    for (const std::size_t row : even_rows(problems.size(), 12)) {
      for (const Endpoints endpoints : {Endpoints::kCentre, Endpoints::kCorner}) {
        const ProblemEnds ends = problem_ends(problems[row], true, endpoints);
        comparison.compare(ends.start, ends.goal, scratch);
        if (HasFatalFailure()) return;
      }
    }
    found += comparison.found;
  }
  EXPECT_GT(found, 0);
}

TEST(Anya, MayTouchButNotSqueeze) {
  // Two blocked cells meet at (2, 2).
  Raster raster(4, 4, 1);
  raster.set(1, 2, Raster::kBlocked);
  raster.set(2, 1, Raster::kBlocked);
  const FreeSpace space = FreeSpace::from_raster(raster);
  const Anya anya = Anya::build(space, {});
  Anya::Scratch scratch;
  Path path;
  ASSERT_TRUE(anya.solve(space.locate({1.5, 1.5}), space.locate({2.5, 2.5}), scratch, path).found);
  // The path goes round one of the blocked cells, over two corners of this cell.
  EXPECT_EQ(path.size(), 5U);
  EXPECT_NEAR(length(path), 2 * std::sqrt(0.5) + 2, 1e-12);
  ASSERT_TRUE(anya.solve(space.locate({1, 2}), space.locate({2, 2}), scratch, path).found);
  EXPECT_EQ(path, (Path{{1, 2}, {2, 2}}));
}

TEST(Anya, SupportsOnlyWorldsOfCellsWithoutCosts) {
  const Raster raster(6, 6, 1);
  const FreeSpace cells = FreeSpace::from_raster(raster);
  EXPECT_TRUE(Anya::supports(cells, {}));
  const FreeSpace polygons = FreeSpace::from_polygons({{{{{0, 0}, {6, 0}, {6, 6}, {0, 6}}, true}}});
  const FreeSpace ground = eroded(cells, 0.25);
  for (const FreeSpace* space : {&polygons, &ground}) {
    EXPECT_FALSE(Anya::supports(*space, {}));
    EXPECT_THROW(Anya::build(*space, {}), std::invalid_argument);
  }
}

TEST(Anya, CountsAndDrawsItsRuns) {
  Raster raster(7, 3, 1);
  raster.set(2, 1, Raster::kBlocked);
  for (int y = 0; y < 3; ++y) raster.set(6, y, 2);
  const FreeSpace space = FreeSpace::from_raster(raster);
  const Anya anya = Anya::build(space, {});
  EXPECT_EQ(anya.vertex_count(), 4U + 3U);
  EXPECT_EQ(anya.edge_count(), 4U + 2U);
  std::size_t drawn = 0;
  double shared = 0;
  for (const Wall& wall : space.walls()) shared -= distance(wall.a, wall.b);
  anya.draw([&](Point a, Point b) {
    ++drawn;
    shared += distance(a, b);
  });
  EXPECT_EQ(drawn, space.walls().size() + anya.edge_count());
  EXPECT_NEAR(shared, 2 * (2 + 3) + 2, 1e-9);
}

}  // namespace
}  // namespace fairway
