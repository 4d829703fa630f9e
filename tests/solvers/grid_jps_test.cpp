#include "algorithms/solvers/grid_jps/grid_jps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/build_limits.hpp"
#include "datasets/read_world.hpp"
#include "datasets/scenario.hpp"
#include "harness/queries/even_rows.hpp"
#include "tests/support/public_datasets.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(check_solver<GridJps>());

/// Compares each kind of jump point search with A* on the same grid.
class Contest {
 public:
  Contest(std::string name, const FreeSpace& space, double cell_size)
      : name_(std::move(name)),
        space_(space),
        checker_(space),
        grid_(Grid::build(space, {cell_size, 8})),
        online_(GridJps::build(space, {cell_size, JumpKind::kOnline})),
        stored_(GridJps::build(space, {cell_size, JumpKind::kStored})),
        bounded_(GridJps::build(space, {cell_size, JumpKind::kBounded})) {}

  /// Compares the answers to one query. Returns whether the ends are free and connected on the
  /// grid.
  bool hold(Point a, Point b) {
    const Location start = space_.locate(a);
    const Location goal = space_.locate(b);
    if (start.place == Place::kBlocked || goal.place == Place::kBlocked) return false;
    SearchResult expected;
    if (grid_.attach(start, goal, attach_, attachment_) == AttachStatus::kAttached) {
      expected = astar(grid_.graph(), attachment_, grid_.octile_to(b, attachment_.goal), search_,
                       vertices_);
    }
    Path drawn;
    if (expected.found) grid_.realise({start, goal, attachment_, vertices_}, attach_, drawn);
    const SolverResult online = online_.solve(start, goal, scratch_, path_);
    const SolverResult stored = stored_.solve(start, goal, stored_scratch_, stored_path_);
    const std::string what = name_ + " from " + std::to_string(a.x) + ", " + std::to_string(a.y) +
                             " to " + std::to_string(b.x) + ", " + std::to_string(b.y);
    EXPECT_EQ(online.found, expected.found) << what;
    EXPECT_EQ(stored.found, expected.found) << what;
    if (std::max(grid_.graph().grid().columns, grid_.graph().grid().rows) < 0x8000) {
      EXPECT_EQ(online.expanded, stored.expanded) << what;
      EXPECT_EQ(online.generated, stored.generated) << what;
    }
    EXPECT_EQ(path_, stored_path_) << what;
    hold_bounded(start, goal, expected.found, drawn, what);
    expanded += online.expanded;
    astar_expanded += expected.expanded;
    if (!expected.found || !online.found) {
      EXPECT_TRUE(path_.empty()) << what;
      return false;
    }
    const double rounding =
        1e-15 * (std::abs(a.x) + std::abs(a.y));  // bound of the rounding of one point of the path
    EXPECT_NEAR(length(path_), length(drawn),
                1e-12 * length(drawn) + rounding * static_cast<double>(path_.size()))
        << what;
    EXPECT_EQ(path_.front(), a) << what;
    EXPECT_EQ(path_.back(), b) << what;
    const PathChecker::Verdict verdict = checker_.check(path_);
    EXPECT_TRUE(verdict.legal) << what << ": " << verdict.reason;
    return true;
  }

  const Path& path() const { return path_; }
  const Grid& grid() const { return grid_; }

  std::uint64_t expanded = 0;
  std::uint64_t bounded_expanded = 0;
  std::uint64_t astar_expanded = 0;

 private:
  /// Compares only lengths, because `bounded` chooses other paths among paths of equal length.
  void hold_bounded(const Location& start, const Location& goal, bool found, const Path& drawn,
                    const std::string& what) {
    const SolverResult bounded = bounded_.solve(start, goal, bounded_scratch_, bounded_path_);
    ASSERT_EQ(bounded.found, found) << what;
    bounded_expanded += bounded.expanded;
    if (!found) {
      EXPECT_TRUE(bounded_path_.empty()) << what;
      return;
    }
    const double rounding = 1e-15 * (std::abs(start.point.x) + std::abs(start.point.y));
    EXPECT_NEAR(length(bounded_path_), length(drawn),
                1e-12 * length(drawn) + rounding * static_cast<double>(bounded_path_.size()))
        << what;
    EXPECT_EQ(bounded_path_.front(), start.point) << what;
    EXPECT_EQ(bounded_path_.back(), goal.point) << what;
    const PathChecker::Verdict verdict = checker_.check(bounded_path_);
    EXPECT_TRUE(verdict.legal) << what << ": " << verdict.reason;
  }

  std::string name_;
  const FreeSpace& space_;
  PathChecker checker_;
  Grid grid_;
  GridJps online_;
  GridJps stored_;
  GridJps bounded_;
  Grid::Scratch attach_;
  Attachment attachment_;
  SearchScratch search_;
  std::vector<Vertex> vertices_;
  GridJps::Scratch scratch_;
  GridJps::Scratch stored_scratch_;
  GridJps::Scratch bounded_scratch_;
  Path path_;
  Path stored_path_;
  Path bounded_path_;
};

/// Compares answers for random pairs of probe points. Returns the number of connected pairs.
std::size_t hold_pairs(Contest& contest, const FreeSpace& space, std::uint32_t seed,
                       std::size_t pairs) {
  std::mt19937 random(seed);
  const std::vector<Point> points = test::probe_points(space, random, 40);
  std::size_t joined = 0;
  for (std::size_t k = 0; k < pairs && !testing::Test::HasFailure(); ++k) {
    joined += contest.hold(points[random() % points.size()], points[random() % points.size()]);
  }
  return joined;
}

TEST(GridJps, IsAsShortAsAStarOnAllKindsOfWorlds) {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (const auto& more : {test::random_worlds(7, 6), test::extreme_worlds()}) {
    worlds.insert(worlds.end(), more.begin(), more.end());
  }
  std::size_t joined = 0;
  for (const test::World& world : worlds) {
    const FreeSpace space = test::build(world);
    const double longer = std::max(space.box().width(), space.box().height());
    for (const double cells : {8.0, 23.0, 64.0}) {
      Contest contest(world.name, space, longer / cells);
      joined += hold_pairs(contest, space, 1, 60);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(joined, 5000U);
}

TEST(GridJps, IsAsShortAsAStarOnRandomCells) {
  std::size_t joined = 0;
  std::uint64_t expanded = 0;
  std::uint64_t bounded_expanded = 0;
  std::uint64_t astar_expanded = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    const int width = 1 + static_cast<int>(seed * 7 % 23);
    const int height = 1 + static_cast<int>(seed * 11 % 19);
    const test::World world = test::random_raster(seed, width, height, 0.05 * (seed % 11),
                                                  1 + static_cast<int>(seed % 3));
    const Raster& raster = std::get<Raster>(world.input);
    std::vector<Point> centres;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (raster.at(x, y) != Raster::kBlocked) centres.push_back({x + 0.5, y + 0.5});
      }
    }
    if (centres.empty()) continue;
    const FreeSpace space = test::build(world);
    Contest contest(world.name, space, 0);
    std::mt19937 random(seed);
    for (int k = 0; k < 8; ++k) {
      joined +=
          contest.hold(centres[random() % centres.size()], centres[random() % centres.size()]);
    }
    joined += hold_pairs(contest, space, seed, 12);
    if (HasFailure()) return;
    expanded += contest.expanded;
    bounded_expanded += contest.bounded_expanded;
    astar_expanded += contest.astar_expanded;
  }
  EXPECT_GT(joined, 15000U);
  EXPECT_LT(expanded, astar_expanded);
  EXPECT_LT(bounded_expanded, astar_expanded);
}

TEST(GridJps, IsAsShortAsAStarAmongWallsOfZeroWidth) {
  std::size_t joined = 0;
  std::size_t irregular = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const test::World world =
        test::random_lattice(seed, 12, 10, 0.1 * (seed % 4), 0.1 + 0.1 * (seed % 3));
    const FreeSpace space = test::build(world);
    Contest contest(world.name, space, seed % 2 == 0 ? 1 : 0.5);
    const JumpRules rules(contest.grid());
    for (Vertex v = 0; v < static_cast<Vertex>(contest.grid().graph().vertices()); ++v) {
      irregular += rules.irregular(v);
    }
    joined += hold_pairs(contest, space, seed, 30);
    if (HasFailure()) return;
  }
  EXPECT_GT(irregular, 10000U);
  EXPECT_GT(joined, 3000U);
}

TEST(GridJps, IsAsShortAsBoostsDijkstra) {
  std::size_t compared = 0;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const FreeSpace space = test::build(
        seed % 2 == 0 ? test::random_raster(seed, 60, 40, 0.05 * (seed % 8), 1 + seed % 2)
                      : test::random_lattice(seed, 20, 20, 0.2, 0.1));
    const Grid grid = Grid::build(space, {1, 8});
    const GridGraph& graph = grid.graph();
    const GridJps solver = GridJps::build(space, {1, JumpKind::kOnline});
    GridJps::Scratch scratch;
    Path path;
    Vertex origin = 0;
    while (!grid.is_free(origin)) ++origin;
    std::vector<double> lengths(graph.vertices());
    boost::dijkstra_shortest_paths_no_color_map(
        graph, origin,
        boost::distance_map(boost::make_iterator_property_map(
                                lengths.begin(), boost::typed_identity_property_map<Vertex>()))
            .vertex_index_map(boost::typed_identity_property_map<Vertex>())
            .weight_map(get(boost::edge_weight, graph)));
    for (Vertex v = 0; v < static_cast<Vertex>(graph.vertices()); ++v) {
      if (!grid.is_free(v)) continue;
      const SolverResult result = solver.solve(space.locate(grid.position(origin)),
                                               space.locate(grid.position(v)), scratch, path);
      const double expected = lengths[static_cast<std::size_t>(v)];
      ASSERT_EQ(result.found, expected < 1e100);
      if (!result.found) continue;
      ASSERT_NEAR(length(path), expected, 1e-10 * expected);
      ++compared;
    }
  }
  EXPECT_GT(compared, 5000U);
}

// Regression: the code assumed that a jump is shorter than 2^15 cells.
TEST(GridJps, JumpsAcrossVeryLongRows) {
  constexpr int kLong = 70000;
  for (const bool upright : {false, true}) {
    Raster raster(upright ? 4 : kLong, upright ? kLong : 4, 1);
    const auto block = [&](int along, int across) {
      raster.set(upright ? across : along, upright ? along : across, Raster::kBlocked);
    };
    for (int across = 0; across < 3; ++across) {
      block(34000, across);
      block(66000, across + 1);
    }
    const FreeSpace space = FreeSpace::from_raster(raster);
    Contest contest("long", space, 0);
    const auto at = [&](double along, double across) {
      return upright ? Point{across, along} : Point{along, across};
    };
    EXPECT_TRUE(contest.hold(at(0.5, 0.5), at(kLong - 0.5, 2.5)));
    EXPECT_TRUE(contest.hold(at(kLong - 0.5, 0.5), at(3.25, 3.75)));
    EXPECT_TRUE(contest.hold(at(35000.5, 0.5), at(65000.5, 1.5)));
  }
}

TEST(GridJps, PathHasOnlyTurns) {
  const FreeSpace space = FreeSpace::from_raster(Raster(200, 100, 1));
  Contest contest("open", space, 0);
  EXPECT_TRUE(contest.hold({0.5, 0.5}, {150.5, 80.5}));
  EXPECT_EQ(contest.path(), (Path{{0.5, 0.5}, {80.5, 80.5}, {150.5, 80.5}}));
  EXPECT_EQ(contest.expanded, 1U);
}

TEST(GridJps, RefusesWhatTheGridRefuses) {
  const FreeSpace space = FreeSpace::from_raster(Raster(3, 3, 1));
  EXPECT_THROW(GridJps::build(space, {-1, JumpKind::kOnline}), std::invalid_argument);
  EXPECT_THROW(GridJps::build(space, {kInfinity, JumpKind::kStored}), std::invalid_argument);
}

TEST(GridJps, StopsAtABudget) {
  const FreeSpace space = test::build(test::random_raster(3, 60, 60, 0.3, 1));
  const auto build = [&](double build_s, double index_mb) {
    GridJps::build(space, {.jumps = JumpKind::kBounded, .build_s = build_s, .index_mb = index_mb});
  };
  EXPECT_NO_THROW(build(60, 16));
  EXPECT_THAT([&] { build(0, 16); }, testing::ThrowsMessage<TimeLimitExceeded>(
                                         testing::HasSubstr("build_s = 0 s of CPU time")));
  EXPECT_THAT([&] { build(60, 0.001); },
              testing::ThrowsMessage<MemoryLimitExceeded>(testing::HasSubstr("index_mb = 0.001")));
}

TEST(GridJps, CountsItsBounds) {
  const FreeSpace space = test::build(test::random_raster(3, 60, 60, 0.3, 1));
  const GridJps stored = GridJps::build(space, {.jumps = JumpKind::kStored});
  const GridJps bounded = GridJps::build(space, {.jumps = JumpKind::kBounded});
  EXPECT_GT(bounded.memory_bytes(), stored.memory_bytes() + 10000);
  EXPECT_EQ(bounded.report().phases.back().name, "bounds");
}

TEST(GridJps, MatchesPublishedOctileLengths) {
  std::size_t compared = 0;
  for (const auto& file : test::public_files({".scen"})) {
    auto map = file;
    map.replace_extension();
    if (map.extension() != ".map" || !std::filesystem::exists(map)) continue;
    // Skips this folder, because its scenarios belong to other versions of its maps.
    if (file.parent_path().filename() == "wc3maps512") continue;
    SCOPED_TRACE(file.string());
    const Scenario scenario = read_scenario(file);
    const LengthFormat format = length_format(scenario);
    const FreeSpace space = load_free_space(map);
    if (space.raster() == nullptr || space.terrain() != nullptr) continue;
    const GridJps online = GridJps::build(space, {});
    const GridJps stored = GridJps::build(space, {.jumps = JumpKind::kStored});
    GridJps::Scratch scratch;
    Path path;
    for (const std::size_t row : even_rows(scenario.problems.size(), 60)) {
      const Problem& problem = scenario.problems[row];
      const ProblemEnds ends = problem_ends(problem, true, Endpoints::kCentre);
      const Location start = space.locate(ends.start);
      const Location goal = space.locate(ends.goal);
      for (const GridJps* solver : {&online, &stored}) {
        const SolverResult result = solver->solve(start, goal, scratch, path);
        // In some problems, one end is on ground and the other end in deep water.
        const bool joined = space.component(start) == space.component(goal);
        ASSERT_EQ(result.found, joined && problem.has_path()) << "row " << row;
        if (!joined) continue;
        ASSERT_NEAR(length(path), problem.length, octile_tolerance(format, problem)) << row;
        ++compared;
      }
    }
  }
  if (compared == 0) GTEST_SKIP() << "the public datasets are absent";
}

}  // namespace
}  // namespace fairway
