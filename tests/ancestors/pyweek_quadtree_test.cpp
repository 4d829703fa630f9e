#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include "algorithms/ancestors/pyweek_quadtree/pyweek_quadtree.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/drop_points.hpp"
#include "tests/support/judgements.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

// A field of 8 x 8 cells; # is blocked. The leaves of the quadtree are:
//   y = 0  # # . . . . . .     [2,4]x[0,2], [0,2]x[2,4], [0,2]x[4,6], [0,2]x[6,8], [4,8]x[0,4],
//   y = 1  # # . . . . . .     [4,8]x[4,8] and the unit squares (2,2) and (3,2).
//   y = 2  . . . . . . . .     The unit squares are joined first, then joined to [2,4]x[0,2]. The
//   y = 3  . . # # . . . .     squares on the left are joined, and the squares on the right.
//   y = 4  . . # # . . . .     L = [0,2]x[2,8] with centre (1, 5), M = [2,4]x[0,3] with centre
//   y = 5  . . # # . . . .     (3, 1.5) and R = [4,8]x[0,8] with centre (6, 4) remain.
//   y = 6  . . # # . . . .     The border of L and M is on x = 2 from y = 2 to 3. The border of
//   y = 7  . . # # . . . .     M and R is on x = 4 from y = 0 to 3.
constexpr CellRect kMiddle{2, 0, 4, 3};
constexpr CellRect kLeft{0, 2, 2, 8};
constexpr CellRect kRight{4, 0, 8, 8};
constexpr Point kStart{0.5, 6.5};
constexpr Point kGoal{7.5, 6.5};

FreeSpace field() {
  Raster raster(8, 8, 1);
  for (const CellRect& blocker : {CellRect{0, 0, 2, 2}, CellRect{2, 3, 4, 8}}) {
    for (int y = blocker.y0; y < blocker.y1; ++y) {
      for (int x = blocker.x0; x < blocker.x1; ++x) raster.set(x, y, Raster::kBlocked);
    }
  }
  return FreeSpace::from_raster(std::move(raster));
}

PyweekQuadtree::Options options_of(std::string_view method) {
  const auto methods = PyweekQuadtree::methods();
  const auto at = std::ranges::find(methods, method, &NamedMethod<PyweekQuadtree::Options>::name);
  if (at == methods.end()) throw std::logic_error("no method " + std::string(method));
  return at->options;
}

struct Found {
  double cost = 0;
  Path path;
};

Found find(const FreeSpace& space, const PyweekQuadtree& quadtree, Point start, Point goal) {
  PyweekQuadtree::Scratch scratch;
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
  Found found;
  const Location from = space.locate(start);
  const Location to = space.locate(goal);
  quadtree.attach(from, to, scratch, attachment);
  const auto position = [&](Vertex v) { return quadtree.position(v); };
  const SearchResult result =
      astar(quadtree.graph(), attachment, EuclideanHeuristic(position, goal), search, vertices);
  EXPECT_TRUE(result.found);
  found.cost = result.cost;
  quadtree.realise({from, to, attachment, vertices}, scratch, found.path);
  return found;
}

void straighten(const PyweekQuadtree& quadtree, Path& path) {
  PyweekQuadtree::Scratch scratch;
  drop_points(path, [&](Point a, Point, Point b) { return quadtree.covers(a, b, scratch); });
}

TEST(PyweekQuadtree, JoinsCellsUnlessOneIsTooLong) {
  const FreeSpace space = field();
  const PyweekQuadtree partner =
      PyweekQuadtree::build(space, options_of("pyweek-quadtree-faithful"));
  EXPECT_EQ(partner.cells(), (std::vector<CellRect>{kMiddle, kLeft, kRight}));
  // With an aspect limit of 2, the square [0,2]x[6,8] is not joined to the rectangle above it. The
  // joined rectangle L would be three times as long as wide.
  const Quadtree joined = Quadtree::build(space, {0, true, 2, QuadtreeVertices::kCentre});
  EXPECT_EQ(joined.cells(), (std::vector<CellRect>{kMiddle, {0, 2, 2, 6}, kRight, {0, 6, 2, 8}}));
  EXPECT_EQ(PyweekQuadtree::build(space, options_of("pyweek-quadtree-sound")).cells(),
            partner.cells());
}

TEST(PyweekQuadtree, CellsOfTwiceTheirWidthAreStillJoined) {
  const FreeSpace strip = FreeSpace::from_raster(Raster(16, 1, 1));
  // Three joined unit squares are three times as long as wide, so no fourth square is joined.
  const PyweekQuadtree quadtree = PyweekQuadtree::build(strip, options_of("pyweek-quadtree-sound"));
  std::vector<int> lengths;
  for (const CellRect& cell : quadtree.cells()) lengths.push_back(cell.x1 - cell.x0);
  EXPECT_EQ(lengths, (std::vector<int>{3, 3, 3, 3, 3, 1}));
}

TEST(PyweekQuadtree, FaithfulSearchesCentresAndRunsThroughNarrowerSides) {
  const FreeSpace space = field();
  const PyweekQuadtree quadtree =
      PyweekQuadtree::build(space, options_of("pyweek-quadtree-faithful"));
  // The path goes to the centres of L, M and R and to the goal.
  const double cost = std::sqrt(0.5 * 0.5 + 1.5 * 1.5) + std::sqrt(2 * 2 + 3.5 * 3.5) +
                      std::sqrt(3 * 3 + 2.5 * 2.5) + std::sqrt(1.5 * 1.5 + 2.5 * 2.5);
  const Found found = find(space, quadtree, kStart, kGoal);
  EXPECT_NEAR(found.cost, cost, 1e-12);
  // At both borders, M has the narrower side. The middle of the left side of M, (2, 1.5), is not in
  // L.
  EXPECT_EQ(found.path, (Path{{1, 5}, {2, 1.5}, {4, 1.5}, {6, 4}}));
  EXPECT_FALSE(test::legal(space, found.path));
  EXPECT_GT(std::abs(length(found.path) - cost), 1);
}

TEST(PyweekQuadtree, FaithfulStaysAtTheCentreWhereBothEndsAreInOneCell) {
  const FreeSpace space = field();
  const PyweekQuadtree quadtree =
      PyweekQuadtree::build(space, options_of("pyweek-quadtree-faithful"));
  EXPECT_EQ(find(space, quadtree, {4.5, 0.5}, {7.5, 7.5}).path, (Path{{6, 4}}));
}

TEST(PyweekQuadtree, SoundJoinsTheExactEndsThroughSharedSides) {
  const FreeSpace space = field();
  const PyweekQuadtree quadtree = PyweekQuadtree::build(space, options_of("pyweek-quadtree-sound"));
  const Path drawn{kStart, {1, 5}, {2, 2.5}, {3, 1.5}, {4, 1.5}, {6, 4}, kGoal};
  Found found = find(space, quadtree, kStart, kGoal);
  EXPECT_EQ(found.path, drawn);
  EXPECT_NEAR(found.cost, length(drawn), 1e-12);
  EXPECT_TRUE(test::legal(space, found.path));
  // The segment from the start to (3, 1.5) or (4, 1.5) crosses the line x = 2 at some y > 3, where
  // the border is closed. The segment from (2, 2.5) to (6, 4) or to the goal crosses the line x = 4
  // at some y > 3.
  straighten(quadtree, found.path);
  EXPECT_EQ(found.path, (Path{kStart, {2, 2.5}, {4, 1.5}, kGoal}));
  EXPECT_TRUE(test::legal(space, found.path));
}

TEST(PyweekQuadtree, SoundStraightensThroughAnyNumberOfCells) {
  const FreeSpace space = field();
  const PyweekQuadtree quadtree = PyweekQuadtree::build(space, options_of("pyweek-quadtree-sound"));
  // Along y = 3, the path slides along the blocker.
  for (const double y : {2.5, 3.0}) {
    Found found = find(space, quadtree, {0.5, y}, {7.5, y});
    EXPECT_EQ(found.path.size(), 7U);
    straighten(quadtree, found.path);
    EXPECT_EQ(found.path, (Path{{0.5, y}, {7.5, y}}));
  }
}

TEST(PyweekQuadtree, PromisesDependOnItsOptions) {
  const PyweekQuadtree::Options sound = options_of("pyweek-quadtree-sound");
  EXPECT_TRUE(PyweekQuadtree::guarantees(sound).legal);
  EXPECT_TRUE(PyweekQuadtree::guarantees(sound).realised_cost);
  const Guarantees faithful = PyweekQuadtree::guarantees(options_of("pyweek-quadtree-faithful"));
  EXPECT_FALSE(faithful.legal);
  EXPECT_FALSE(faithful.realised_cost);
  PyweekQuadtree::Options distances = sound;
  distances.edge_cost = PyweekQuadtree::EdgeCost::kCentreDistance;
  EXPECT_TRUE(PyweekQuadtree::guarantees(distances).legal);
  EXPECT_FALSE(PyweekQuadtree::guarantees(distances).realised_cost);
}

}  // namespace
}  // namespace fairway
