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
#include "tests/support/octile_contests.hpp"
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

TEST(GridJps, IsAsShortAsAStarOnAllKindsOfWorlds) {
  EXPECT_GT(test::hold_on_all_kinds_of_worlds<Contest>(60), 5000U);
}

TEST(GridJps, IsAsShortAsAStarOnRandomCells) {
  std::uint64_t expanded = 0;
  std::uint64_t bounded_expanded = 0;
  std::uint64_t astar_expanded = 0;
  const std::size_t joined = test::hold_on_random_cells<Contest>(3000, [&](const Contest& contest) {
    expanded += contest.expanded;
    bounded_expanded += contest.bounded_expanded;
    astar_expanded += contest.astar_expanded;
  });
  EXPECT_GT(joined, 15000U);
  EXPECT_LT(expanded, astar_expanded);
  EXPECT_LT(bounded_expanded, astar_expanded);
}

TEST(GridJps, IsAsShortAsAStarAmongWallsOfZeroWidth) {
  std::size_t irregular = 0;
  const std::size_t joined =
      test::hold_among_walls_of_zero_width<Contest>([&](const Contest& contest) {
        const JumpRules rules(contest.grid());
        for (Vertex v = 0; v < static_cast<Vertex>(contest.grid().graph().vertices()); ++v) {
          irregular += rules.irregular(v);
        }
      });
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
TEST(GridJps, JumpsAcrossVeryLongRows) { test::hold_across_very_long_rows<Contest>(); }

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
  test::expect_published_octile_lengths([](const FreeSpace& space) {
    return
        [online = GridJps::build(space, {}),
         stored = GridJps::build(space, {.jumps = JumpKind::kStored}), scratch = GridJps::Scratch(),
         path = Path()](const Location& start, const Location& goal, auto&& judge) mutable {
          for (const GridJps* solver : {&online, &stored}) {
            const bool found = solver->solve(start, goal, scratch, path).found;
            judge(found, path);
          }
        };
  });
}

}  // namespace
}  // namespace fairway
