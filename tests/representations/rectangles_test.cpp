#include "algorithms/representations/rectangles/rectangles.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/smoothing/funnel.hpp"

namespace fairway {
namespace {

using testing::ElementsAre;

MATCHER_P4(Block, x, y, width, height, "") {
  return arg.x == x && arg.y == y && arg.width == width && arg.height == height;
}

Raster raster_of(const std::vector<std::string>& rows) {
  Raster cells(static_cast<int>(rows.front().size()), static_cast<int>(rows.size()));
  for (int y = 0; y < cells.height(); ++y) {
    for (int x = 0; x < cells.width(); ++x) {
      const char c = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
      if (c != '#') cells.set(x, y, static_cast<Raster::Class>(c - '0'));
    }
  }
  return cells;
}

TEST(Rectangles, EachIsTheLargestAtItsLeastCorner) {
  const FreeSpace space = FreeSpace::from_raster(raster_of({
      "11111",
      "111#1",
      "111#1",
      "#1111",
  }));
  const Rectangles built = Rectangles::build(space, {});
  EXPECT_THAT(built.rectangles(), ElementsAre(Block(0, 0, 3, 3), Block(3, 0, 2, 1),
                                              Block(4, 1, 1, 3), Block(1, 3, 3, 1)));
  // The doors are at (3, 0.5), (2, 3), (4.5, 1) and (4, 3.5).
  ASSERT_EQ(built.graph().vertex_count(), 4U);
  EXPECT_EQ(built.position(0), (Point{3, 0.5}));
  EXPECT_EQ(built.report().components, 1);
}

TEST(Rectangles, ClassesAreApart) {
  const FreeSpace space = FreeSpace::from_raster(raster_of({"1122", "1122"}));
  const Rectangles built = Rectangles::build(space, {});
  EXPECT_THAT(built.rectangles(), ElementsAre(Block(0, 0, 2, 2), Block(2, 0, 2, 2)));
  EXPECT_EQ(built.graph().vertex_count(), 0U);
}

class RandomRectangles : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Worlds, RandomRectangles, testing::Range(0, 40));

/// Cells of a random world: a third is blocked, and two classes are free.
Raster random_cells(std::mt19937& random) {
  std::uniform_int_distribution<int> size(2, 14);
  std::uniform_int_distribution<int> kind(0, 8);
  Raster cells(size(random), size(random));
  for (int y = 0; y < cells.height(); ++y) {
    for (int x = 0; x < cells.width(); ++x) {
      const int k = kind(random);
      cells.set(x, y, static_cast<Raster::Class>(k < 3 ? 0 : k < 8 ? 1 : 2));
    }
  }
  cells.set(0, 0, 1);
  return cells;
}

TEST_P(RandomRectangles, CoverEachFreeCellOnceAndLinksAreSeen) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  const Raster cells = random_cells(random);
  const FreeSpace space = FreeSpace::from_raster(cells);
  const Rectangles built = Rectangles::build(space, {});
  Raster covered(cells.width(), cells.height());
  for (const CellBlock& block : built.rectangles()) {
    for (int y = block.y; y < block.y + block.height; ++y) {
      for (int x = block.x; x < block.x + block.width; ++x) {
        EXPECT_EQ(covered.at(x, y), 0);
        EXPECT_EQ(cells.at(x, y), cells.at(block.x, block.y));
        covered.set(x, y, cells.at(x, y));
      }
    }
  }
  EXPECT_EQ(covered, cells);
  for (Vertex v = 0; v < static_cast<Vertex>(built.graph().vertex_count()); ++v) {
    const Location at = space.locate(built.position(v));
    for (const Vertex w : built.graph().neighbours(v)) {
      EXPECT_TRUE(sees(space, at, space.locate(built.position(w))));
    }
  }
}

/// Tries all paths through one door or through two linked doors. The funnel must make a legal path
/// from the corridor of each path.
TEST_P(RandomRectangles, CorridorsGiveLegalPaths) {
  std::mt19937 random(static_cast<unsigned>(100 + GetParam()));
  const Raster cells = random_cells(random);
  const FreeSpace space = FreeSpace::from_raster(cells);
  const Rectangles built = Rectangles::build(space, {});
  PathChecker checker(space);
  Rectangles::Scratch scratch;
  Attachment attachment;
  FunnelScratch funnel;
  std::vector<Portal> portals;
  Path path;
  for (const CellBlock& from : built.rectangles()) {
    for (const CellBlock& to : built.rectangles()) {
      const Location start = space.locate({from.x + 0.5, from.y + 0.0});
      const Location goal = space.locate({to.x + to.width + 0.0, to.y + 0.5});
      if (built.attach(start, goal, scratch, attachment) != AttachStatus::kAttached) continue;
      for (const Link& a : attachment.start) {
        for (const Link& b : attachment.goal) {
          std::vector<Vertex> vertices{a.vertex};
          if (a.vertex != b.vertex) {
            const auto next = built.graph().neighbours(a.vertex);
            if (std::ranges::find(next, b.vertex) == next.end()) continue;
            vertices.push_back(b.vertex);
          }
          const FoundPath found{start, goal, attachment, vertices};
          built.realise(found, scratch, path);
          EXPECT_TRUE(checker.check(path).legal);
          const double raw = length(path);
          built.corridor(found, scratch, portals);
          pull_string(start.point, goal.point, portals, funnel, path);
          EXPECT_TRUE(checker.check(path).legal) << checker.check(path).reason;
          EXPECT_LE(length(path), raw * (1 + 1e-12));
        }
      }
    }
  }
}

TEST(Rectangles, SupportOnlyCells) {
  const FreeSpace square =
      FreeSpace::from_polygons({{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, true}}, {}});
  EXPECT_FALSE(Rectangles::supports(square, {}));
}

}  // namespace
}  // namespace fairway
