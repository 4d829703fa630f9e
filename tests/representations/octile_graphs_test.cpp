#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/representations/jump_point_graph/jump_point_graph.hpp"
#include "algorithms/representations/subgoal_graph/subgoal_graph.hpp"
#include "algorithms/search/astar.hpp"
#include "tests/support/octile_contests.hpp"

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
class OctileGraphs : public testing::Test {};
using Representations = testing::Types<JumpPointGraph, SubgoalGraph>;
TYPED_TEST_SUITE(OctileGraphs, Representations);

TYPED_TEST(OctileGraphs, AsShortAsTheGridOnAllKindsOfWorlds) {
  EXPECT_GT(test::hold_on_all_kinds_of_worlds<OctileContest<TypeParam>>(40), 3000U);
}

TYPED_TEST(OctileGraphs, AsShortAsTheGridOnRandomCells) {
  EXPECT_GT(test::hold_on_random_cells<OctileContest<TypeParam>>(2000), 10000U);
}

TYPED_TEST(OctileGraphs, AsShortAsTheGridAmongWallsOfZeroWidth) {
  EXPECT_GT(test::hold_among_walls_of_zero_width<OctileContest<TypeParam>>(), 3000U);
}

TYPED_TEST(OctileGraphs, AcrossVeryLongRows) {
  test::hold_across_very_long_rows<OctileContest<TypeParam>>();
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
  test::expect_published_octile_lengths([](const FreeSpace& space) {
    return [planner = Planner<TypeParam>(space, 0)](const Location& start, const Location& goal,
                                                    auto&& judge) mutable {
      const bool found = planner.find(start, goal, HeuristicKind::kOctile);
      judge(found, planner.path());
    };
  });
}

}  // namespace
}  // namespace fairway
