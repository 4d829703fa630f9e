#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"
#include "algorithms/search/astar.hpp"
#include "algorithms/search/heuristics.hpp"
#include "algorithms/smoothing/drop_points.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

static_assert(CoveringRepresentation<Quadtree>);

// A field of 8 x 8 with two rectangular blockers, # in rows of rising y.
//   y = 0  # # . . . . . .        Leaves: [2,4]x[0,2], [0,2]x[2,4], [0,2]x[4,6], [0,2]x[6,8],
//   y = 1  # # . . . . . .        [4,8]x[0,4], [4,8]x[4,8] and the unit squares (2,2) and (3,2).
//   y = 2  . . . . . . . .        Joined along x: the unit squares. Joined along y: these with
//   y = 3  . . # # . . . .        [2,4]x[0,2], the three squares on the left, the two on the right.
//   y = 4  . . # # . . . .        Left with centre (1, 5), middle with (3, 1.5), right with (6, 4):
//   y = 5  . . # # . . . .        L = [0,2]x[2,8], M = [2,4]x[0,3], R = [4,8]x[0,8].
//   y = 6  . . # # . . . .        L and M share x = 2 from y = 2 to 3, M and R share x = 4 from
//   y = 7  . . # # . . . .        y = 0 to 3.
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

Quadtree::Options options_of(std::string_view method) {
  const auto methods = Quadtree::methods();
  const auto at = std::ranges::find(methods, method, &NamedMethod<Quadtree::Options>::name);
  if (at == methods.end()) throw std::logic_error("no method " + std::string(method));
  return at->options;
}

struct Found {
  double cost = 0;
  Path path;
};

Found find(const FreeSpace& space, const Quadtree& quadtree, Point start, Point goal) {
  Quadtree::Scratch scratch;
  Attachment attachment;
  SearchScratch search;
  std::vector<Vertex> vertices;
  Found found;
  quadtree.attach(space.locate(start), space.locate(goal), scratch, attachment);
  const auto position = [&](Vertex v) { return quadtree.position(v); };
  const SearchResult result =
      astar(quadtree.graph(), attachment, EuclideanHeuristic(position, goal), search, vertices);
  EXPECT_TRUE(result.found);
  found.cost = result.cost;
  quadtree.realise(start, goal, vertices, found.path);
  return found;
}

void straighten(const Quadtree& quadtree, Path& path) {
  Quadtree::Scratch scratch;
  drop_points(path, [&](Point a, Point, Point b) { return quadtree.covers(a, b, scratch); });
}

TEST(QuadtreeAncestor, JoinsWhereNeitherPartIsTooLongYet) {
  const FreeSpace space = field();
  const Quadtree partner = Quadtree::build(space, options_of("pyweek-quadtree-faithful"));
  EXPECT_EQ(partner.cells(), (std::vector<CellRect>{kMiddle, kLeft, kRight}));
  // L would be three times as long as wide, so that its upper end stays alone.
  Quadtree::Options options = options_of("pyweek-quadtree-faithful");
  options.aspect_of = QuadtreeAspect::kJoined;
  const Quadtree joined = Quadtree::build(space, options);
  EXPECT_EQ(joined.cells(), (std::vector<CellRect>{kMiddle, {0, 2, 2, 6}, kRight, {0, 6, 2, 8}}));
  EXPECT_EQ(Quadtree::build(space, options_of("pyweek-quadtree-sound")).cells(), partner.cells());
}

TEST(QuadtreeAncestor, PartsOfTwiceTheirWidthAreStillJoined) {
  const FreeSpace strip = FreeSpace::from_raster(Raster(16, 1, 1));
  // Units in a row: 1 + 1 + 1 is three times as long as wide and takes no more.
  const Quadtree quadtree = Quadtree::build(strip, options_of("pyweek-quadtree-sound"));
  std::vector<int> lengths;
  for (const CellRect& cell : quadtree.cells()) lengths.push_back(cell.x1 - cell.x0);
  EXPECT_EQ(lengths, (std::vector<int>{3, 3, 3, 3, 3, 1}));
}

TEST(QuadtreeAncestor, FaithfulSearchesCentresAndDrawsThroughNarrowerSides) {
  const FreeSpace space = field();
  const Quadtree quadtree = Quadtree::build(space, options_of("pyweek-quadtree-faithful"));
  // To the centre of L, on to those of M and R, and to the goal.
  const double cost = std::sqrt(0.5 * 0.5 + 1.5 * 1.5) + std::sqrt(2 * 2 + 3.5 * 3.5) +
                      std::sqrt(3 * 3 + 2.5 * 2.5) + std::sqrt(1.5 * 1.5 + 2.5 * 2.5);
  const Found found = find(space, quadtree, kStart, kGoal);
  EXPECT_NEAR(found.cost, cost, 1e-12);
  // M has the narrower side twice: its middle, y = 1.5, lies below L.
  EXPECT_EQ(found.path, (Path{{1, 5}, {2, 1.5}, {4, 1.5}, {6, 4}}));
  EXPECT_FALSE(PathChecker(space).check(found.path).legal);
  EXPECT_GT(std::abs(length(found.path) - cost), 1);
}

TEST(QuadtreeAncestor, FaithfulStaysAtTheCentreWhereBothEndsAreInOneCell) {
  const FreeSpace space = field();
  const Quadtree quadtree = Quadtree::build(space, options_of("pyweek-quadtree-faithful"));
  EXPECT_EQ(find(space, quadtree, {4.5, 0.5}, {7.5, 7.5}).path, (Path{{6, 4}}));
}

TEST(QuadtreeAncestor, SoundJoinsTheExactEndsThroughSharedSides) {
  const FreeSpace space = field();
  const Quadtree quadtree = Quadtree::build(space, options_of("pyweek-quadtree-sound"));
  const Path drawn{kStart, {1, 5}, {2, 2.5}, {3, 1.5}, {4, 1.5}, {6, 4}, kGoal};
  Found found = find(space, quadtree, kStart, kGoal);
  EXPECT_EQ(found.path, drawn);
  EXPECT_NEAR(found.cost, length(drawn), 1e-12);
  EXPECT_TRUE(PathChecker(space).check(found.path).legal);
  // From the start to (3, 1.5) or (4, 1.5) the line meets x = 2 above y = 3, where it is closed;
  // from (2, 2.5) to (6, 4) or the goal it meets x = 4 above y = 3.
  straighten(quadtree, found.path);
  EXPECT_EQ(found.path, (Path{kStart, {2, 2.5}, {4, 1.5}, kGoal}));
  EXPECT_TRUE(PathChecker(space).check(found.path).legal);
}

TEST(QuadtreeAncestor, SoundStraightensThroughAnyNumberOfCells) {
  const FreeSpace space = field();
  const Quadtree quadtree = Quadtree::build(space, options_of("pyweek-quadtree-sound"));
  // Along y = 3 the way slides along the blocker.
  for (const double y : {2.5, 3.0}) {
    Found found = find(space, quadtree, {0.5, y}, {7.5, y});
    EXPECT_EQ(found.path.size(), 7U);
    straighten(quadtree, found.path);
    EXPECT_EQ(found.path, (Path{{0.5, y}, {7.5, y}}));
  }
}

TEST(QuadtreeAncestor, PromisesOnlyWhatItsOptionsKeep) {
  const Quadtree::Options sound = options_of("pyweek-quadtree-sound");
  EXPECT_TRUE(Quadtree::guarantees(sound).legal);
  EXPECT_TRUE(Quadtree::guarantees(sound).realised_cost);
  const Guarantees faithful = Quadtree::guarantees(options_of("pyweek-quadtree-faithful"));
  EXPECT_FALSE(faithful.legal);
  EXPECT_FALSE(faithful.realised_cost);
  Quadtree::Options distances = sound;
  distances.edge_cost = QuadtreeEdgeCost::kCentreDistance;
  EXPECT_TRUE(Quadtree::guarantees(distances).legal);
  EXPECT_FALSE(Quadtree::guarantees(distances).realised_cost);
}

TEST(QuadtreeAncestor, OptionsOfCentresAreRefusedWithVerticesAtPortals) {
  const FreeSpace space = field();
  const auto message = [&](auto change) -> std::string {
    Quadtree::Options options;
    change(options);
    try {
      Quadtree::build(space, options);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message([](auto& o) { o.passage = QuadtreePassage::kNarrowerSide; }),
            "passage = narrower_side with nodes = portal: expected nodes = centre, or passage = "
            "shared");
  EXPECT_EQ(message([](auto& o) { o.edge_cost = QuadtreeEdgeCost::kCentreDistance; }),
            "edge_cost = centre_distance with nodes = portal: expected nodes = centre, or "
            "edge_cost = drawn");
  EXPECT_EQ(message([](auto& o) { o.ends = QuadtreeEnds::kCellCentre; }),
            "ends = cell_centre with nodes = portal: expected nodes = centre, or ends = exact");
  EXPECT_EQ(message([](auto& o) { o.nodes = QuadtreeVertices::kPortal; }), "");
}

TEST(QuadtreeAncestor, ComponentsAreThoseOfTheGraph) {
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
