#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/representations/jump_point_graph/jump_point_graph.hpp"
#include "algorithms/representations/subgoal_graph/subgoal_graph.hpp"
#include "algorithms/search/astar.hpp"
#include "datasets/read_world.hpp"
#include "datasets/scenario.hpp"
#include "harness/queries/even_rows.hpp"
#include "tests/support/public_datasets.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(check_representation<JumpPointGraph>());
static_assert(check_representation<SubgoalGraph>());

/// Builds a representation and answers queries with A*.
template <class R>
class Planner {
 public:
  Planner(const FreeSpace& space, double cell_size)
      : built_(R::build(space, {.cell_size = cell_size})) {}

  bool find(const Location& start, const Location& goal, HeuristicKind heuristic) {
    path_.clear();
    result_ = {};
    if (built_.attach(start, goal, scratch_, attachment_) != AttachStatus::kAttached) return false;
    if (heuristic == HeuristicKind::kOctile) {
      result_ = astar(built_.graph(), attachment_, built_.octile_to(goal.point, attachment_.goal),
                      search_, vertices_);
    } else {
      result_ = astar(built_.graph(), attachment_, ZeroHeuristic{}, search_, vertices_);
    }
    if (result_.found) {
      built_.realise({start, goal, attachment_, vertices_}, scratch_, path_);
    }
    return result_.found;
  }

  const R& built() const { return built_; }
  const Path& path() const { return path_; }
  double cost() const { return result_.cost; }

 private:
  R built_;
  typename R::Scratch scratch_;
  Attachment attachment_;
  SearchScratch search_;
  std::vector<Vertex> vertices_;
  SearchResult result_;
  Path path_;
};

/// Compares a representation with A* on the grid from which the representation is made.
template <class R>
class OctileContest {
 public:
  OctileContest(std::string name, const FreeSpace& space, double cell_size)
      : name_(std::move(name)),
        space_(space),
        checker_(space),
        grid_(Grid::build(space, {cell_size, 8})),
        planner_(space, cell_size) {}

  /// Answers one query with the representation and with the grid, and compares the answers. Returns
  /// whether start and goal are free and connected on the grid.
  bool hold(Point a, Point b) {
    const Location start = space_.locate(a);
    const Location goal = space_.locate(b);
    if (start.place == Place::kBlocked || goal.place == Place::kBlocked) return false;
    const std::string what = name_ + " from " + std::to_string(a.x) + ", " + std::to_string(a.y) +
                             " to " + std::to_string(b.x) + ", " + std::to_string(b.y);
    SearchResult expected;
    if (grid_.attach(start, goal, attach_, attachment_) == AttachStatus::kAttached) {
      expected = astar(grid_.graph(), attachment_, grid_.octile_to(b, attachment_.goal), search_,
                       vertices_);
    }
    for (const HeuristicKind heuristic : {HeuristicKind::kOctile, HeuristicKind::kZero}) {
      EXPECT_EQ(planner_.find(start, goal, heuristic), expected.found) << what;
      if (!expected.found || planner_.path().empty()) continue;
      const Path& path = planner_.path();
      const double rounding =
          1e-15 * (std::abs(a.x) + std::abs(a.y)) * static_cast<double>(path.size());
      EXPECT_NEAR(planner_.cost(), expected.cost, 1e-12 * expected.cost) << what;
      EXPECT_NEAR(length(path), expected.cost, 1e-10 * expected.cost + rounding) << what;
      EXPECT_EQ(path.front(), a) << what;
      EXPECT_EQ(path.back(), b) << what;
      const PathChecker::Verdict verdict = checker_.check(path);
      EXPECT_TRUE(verdict.legal) << what << ": " << verdict.reason;
    }
    return expected.found;
  }

  const R& built() const { return planner_.built(); }
  const Grid& grid() const { return grid_; }

 private:
  std::string name_;
  const FreeSpace& space_;
  PathChecker checker_;
  Grid grid_;
  Planner<R> planner_;
  Grid::Scratch attach_;
  Attachment attachment_;
  SearchScratch search_;
  std::vector<Vertex> vertices_;
};

template <class R>
std::size_t hold_pairs(OctileContest<R>& contest, const FreeSpace& space, std::uint32_t seed,
                       std::size_t pairs) {
  std::mt19937 random(seed);
  const std::vector<Point> points = test::probe_points(space, random, 40);
  std::size_t joined = 0;
  for (std::size_t k = 0; k < pairs && !testing::Test::HasFailure(); ++k) {
    joined += contest.hold(points[random() % points.size()], points[random() % points.size()]);
  }
  return joined;
}

template <class R>
class OctileGraphs : public testing::Test {};
using Representations = testing::Types<JumpPointGraph, SubgoalGraph>;
TYPED_TEST_SUITE(OctileGraphs, Representations);

TYPED_TEST(OctileGraphs, AsShortAsTheGridOnAllKindsOfWorlds) {
  std::vector<test::World> worlds = test::fixture_worlds();
  for (const auto& more : {test::random_worlds(7, 6), test::extreme_worlds()}) {
    worlds.insert(worlds.end(), more.begin(), more.end());
  }
  std::size_t joined = 0;
  for (const test::World& world : worlds) {
    const FreeSpace space = test::build(world);
    const double longer = std::max(space.box().width(), space.box().height());
    for (const double cells : {8.0, 23.0, 64.0}) {
      OctileContest<TypeParam> contest(world.name, space, longer / cells);
      joined += hold_pairs(contest, space, 1, 40);
    }
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(joined, 3000U);
}

TYPED_TEST(OctileGraphs, AsShortAsTheGridOnRandomCells) {
  std::size_t joined = 0;
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
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
    OctileContest<TypeParam> contest(world.name, space, 0);
    std::mt19937 random(seed);
    for (int k = 0; k < 8; ++k) {
      joined +=
          contest.hold(centres[random() % centres.size()], centres[random() % centres.size()]);
    }
    contest.hold(centres[0], centres[0]);
    joined += hold_pairs(contest, space, seed, 12);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(joined, 10000U);
}

TYPED_TEST(OctileGraphs, AsShortAsTheGridAmongWallsOfZeroWidth) {
  std::size_t joined = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const test::World world =
        test::random_lattice(seed, 12, 10, 0.1 * (seed % 4), 0.1 + 0.1 * (seed % 3));
    const FreeSpace space = test::build(world);
    OctileContest<TypeParam> contest(world.name, space, seed % 2 == 0 ? 1 : 0.5);
    joined += hold_pairs(contest, space, seed, 30);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(joined, 3000U);
}

TYPED_TEST(OctileGraphs, AcrossVeryLongRows) {
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
    OctileContest<TypeParam> contest("long", space, 0);
    const auto at = [&](double along, double across) {
      return upright ? Point{across, along} : Point{along, across};
    };
    EXPECT_TRUE(contest.hold(at(0.5, 0.5), at(kLong - 0.5, 2.5)));
    EXPECT_TRUE(contest.hold(at(kLong - 0.5, 0.5), at(0.5, 3.5)));
    EXPECT_TRUE(contest.hold(at(35000.5, 0.5), at(65000.5, 1.5)));
  }
}

TYPED_TEST(OctileGraphs, AreMuchSmallerThanTheGrid) {
  Raster raster(100, 100, 1);
  for (int y = 40; y < 60; ++y) {
    for (int x = 40; x < 60; ++x) raster.set(x, y, Raster::kBlocked);
  }
  const FreeSpace space = FreeSpace::from_raster(raster);
  const TypeParam built = TypeParam::build(space, {});
  std::set<std::pair<double, double>> places;
  for (Vertex v = 0; v < static_cast<Vertex>(num_vertices(built.graph())); ++v) {
    places.insert({built.position(v).x, built.position(v).y});
  }
  EXPECT_EQ(places, (std::set<std::pair<double, double>>{
                        {39.5, 39.5}, {60.5, 39.5}, {39.5, 60.5}, {60.5, 60.5}}));
  EXPECT_GT(built.memory_bytes(), Grid::build(space, {}).memory_bytes());
}

TYPED_TEST(OctileGraphs, RefuseWhatTheGridRefuses) {
  const FreeSpace space = FreeSpace::from_raster(Raster(3, 3, 1));
  EXPECT_THROW(TypeParam::build(space, {-1}), std::invalid_argument);
}

TYPED_TEST(OctileGraphs, PublishedOctileLengths) {
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
    Planner<TypeParam> planner(space, 0);
    for (const std::size_t row : even_rows(scenario.problems.size(), 60)) {
      const Problem& problem = scenario.problems[row];
      const ProblemEnds ends = problem_ends(problem, true, Endpoints::kCentre);
      const Location start = space.locate(ends.start);
      const Location goal = space.locate(ends.goal);
      // In some problems, one end is on ground and the other end in deep water.
      const bool joined = space.component(start) == space.component(goal);
      ASSERT_EQ(planner.find(start, goal, HeuristicKind::kOctile), joined && problem.has_path())
          << "row " << row;
      if (!joined) continue;
      ASSERT_NEAR(length(planner.path()), problem.length, octile_tolerance(format, problem)) << row;
      ++compared;
    }
  }
  if (compared == 0) GTEST_SKIP() << "the public datasets are absent";
}

}  // namespace
}  // namespace fairway
