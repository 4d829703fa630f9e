#include "algorithms/representations/hpa/hpa.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/search/astar.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(check_representation<Hpa>());

/// Compares paths of the hierarchy with shortest paths on its grid.
class HpaContest {
 public:
  HpaContest(const FreeSpace& space, double cell_size, int cluster)
      : space_(space),
        checker_(space),
        grid_(Grid::build(space, {cell_size, 8})),
        hpa_(Hpa::build(space, {.cell_size = cell_size, .cluster = cluster})) {}

  /// If the grid has a path, expects a legal path with the cost that the search reports. Returns
  /// (length of the path) / (length of the grid's path), or 0 if there is no path.
  double hold(Point a, Point b) {
    const Location start = space_.locate(a);
    const Location goal = space_.locate(b);
    if (start.place == Place::kBlocked || goal.place == Place::kBlocked) return 0;
    const SearchResult shortest = find(grid_, grid_scratch_, start, goal);
    const SearchResult found = find(hpa_, scratch_, start, goal);
    const std::string what = std::to_string(a.x) + ", " + std::to_string(a.y) + " to " +
                             std::to_string(b.x) + ", " + std::to_string(b.y);
    EXPECT_EQ(found.found, shortest.found) << what;
    if (!found.found || !shortest.found) return 0;
    hpa_.realise({start, goal, attachment_, vertices_}, scratch_, path_);
    EXPECT_NEAR(length(path_), found.cost, 1e-9 * found.cost) << what;
    EXPECT_GE(found.cost, shortest.cost * (1 - 1e-12)) << what;
    EXPECT_EQ(path_.front(), a) << what;
    EXPECT_EQ(path_.back(), b) << what;
    const PathChecker::Verdict verdict = checker_.check(path_);
    EXPECT_TRUE(verdict.legal) << what << ": " << verdict.reason;
    return shortest.cost > 0 ? found.cost / shortest.cost : 0;
  }

  const Hpa& hpa() const { return hpa_; }

 private:
  template <class R>
  SearchResult find(const R& built, typename R::Scratch& scratch, const Location& start,
                    const Location& goal) {
    if (built.attach(start, goal, scratch, attachment_) != AttachStatus::kAttached) return {};
    return astar(built.graph(), attachment_, built.octile_to(goal.point, attachment_.goal), search_,
                 vertices_);
  }

  const FreeSpace& space_;
  PathChecker checker_;
  Grid grid_;
  Hpa hpa_;
  Grid::Scratch grid_scratch_;
  Hpa::Scratch scratch_;
  Attachment attachment_;
  SearchScratch search_;
  std::vector<Vertex> vertices_;
  Path path_;
};

TEST(Hpa, FindsLegalPathsWhereverTheGridDoes) {
  int joined = 0;
  double ratios = 0;
  for (std::uint32_t seed = 0; seed < 1200; ++seed) {
    const int width = 1 + static_cast<int>(seed * 7 % 43);
    const int height = 1 + static_cast<int>(seed * 11 % 37);
    const FreeSpace space =
        seed % 3 == 0 ? test::build(test::random_lattice(seed, 12, 10, 0.1 * (seed % 4), 0.2))
                      : test::build(test::random_raster(seed, width, height, 0.05 * (seed % 9),
                                                        1 + static_cast<int>(seed % 3)));
    HpaContest contest(space, seed % 3 == 0 && seed % 2 == 0 ? 0.5 : 1,
                       2 + static_cast<int>(seed % 15));
    std::mt19937 random(seed);
    const std::vector<Point> points = test::probe_points(space, random, 30);
    for (int k = 0; k < 15 && !HasFailure(); ++k) {
      const double ratio =
          contest.hold(points[random() % points.size()], points[random() % points.size()]);
      joined += ratio > 0;
      ratios += ratio;
    }
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  ASSERT_GT(joined, 2000);
  EXPECT_LT(ratios / joined, 1.2);
}

TEST(Hpa, FindsPathsInAllKindsOfWorlds) {
  for (const test::World& world : test::fixture_worlds()) {
    const FreeSpace space = test::build(world);
    const double longer = std::max(space.box().width(), space.box().height());
    HpaContest contest(space, longer / 40, 8);
    std::mt19937 random(1);
    const std::vector<Point> points = test::probe_points(space, random, 30);
    for (int k = 0; k < 30; ++k) {
      contest.hold(points[random() % points.size()], points[random() % points.size()]);
    }
    ASSERT_FALSE(HasFailure()) << world.name;
  }
}

TEST(Hpa, AnOpenBorderHasTwoCrossingsAndADoorOne) {
  Raster raster(20, 10, 1);
  const FreeSpace open = FreeSpace::from_raster(raster);
  EXPECT_EQ(num_vertices(Hpa::build(open, {.cluster = 10}).graph()), 4U);
  for (int y = 0; y < 10; ++y) {
    if (y < 3 || y > 5) raster.set(9, y, Raster::kBlocked);
  }
  const FreeSpace door = FreeSpace::from_raster(raster);
  const Hpa hpa = Hpa::build(door, {.cluster = 10});
  ASSERT_EQ(num_vertices(hpa.graph()), 2U);
  EXPECT_EQ(hpa.position(0), (Point{9.5, 4.5}));
  EXPECT_EQ(hpa.position(1), (Point{10.5, 4.5}));
  EXPECT_EQ(hpa.graph().edge_count(), 2U);
}

TEST(Hpa, RefusesWhatCannotBe) {
  const FreeSpace space = FreeSpace::from_raster(Raster(3, 3, 1));
  EXPECT_THROW(Hpa::build(space, {.cell_size = -1}), std::invalid_argument);
  EXPECT_THROW(Hpa::build(space, {.cluster = 1}), std::invalid_argument);
}

}  // namespace
}  // namespace fairway
