#include "algorithms/representations/roadmap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

class Points : public Roadmap {
 public:
  static Points build(const FreeSpace& space, std::span<const Point> points, double reach) {
    return {space, points, reach};
  }

 private:
  using Roadmap::Roadmap;
};

FreeSpace square(double side, std::vector<Polygons::Segment> walls = {}) {
  return FreeSpace::from_polygons(
      {{{{{0, 0}, {side, 0}, {side, side}, {0, side}}, true}}, std::move(walls)});
}

std::vector<Point> positions(const Roadmap& roadmap) {
  std::vector<Point> all;
  const auto count = static_cast<Vertex>(roadmap.graph().vertex_count());
  for (Vertex v = 0; v < count; ++v) all.push_back(roadmap.position(v));
  return all;
}

TEST(Roadmap, LinksNearPointsThatSeeEachOther) {
  std::mt19937 random(7);
  std::size_t links = 0;
  for (const test::World& world : test::fixture_worlds()) {
    const FreeSpace space = test::build(world);
    const double reach = std::max(space.box().width(), space.box().height()) / 3;
    const Points roadmap = Points::build(space, test::probe_points(space, random, 60), reach);
    const std::vector<Point> points = positions(roadmap);
    for (Vertex v = 0; v < static_cast<Vertex>(points.size()); ++v) {
      const Point p = points[static_cast<std::size_t>(v)];
      std::vector<Vertex> expected;
      for (Vertex w = 0; w < static_cast<Vertex>(points.size()); ++w) {
        const Point q = points[static_cast<std::size_t>(w)];
        if (w != v && distance(p, q) < reach && sees(space, space.locate(p), space.locate(q))) {
          expected.push_back(w);
        }
      }
      const std::span<const Vertex> found = roadmap.graph().neighbours(v);
      EXPECT_EQ(std::vector<Vertex>(found.begin(), found.end()), expected) << world.name;
      links += expected.size();
    }
  }
  EXPECT_GT(links, 1000U);
}

TEST(Roadmap, LinksPointsLessThanTheReachApartAndNoOthers) {
  const FreeSpace space = square(30);
  std::vector<Point> points;
  std::mt19937 random(3);
  std::uniform_int_distribution<int> quarter(0, 120);
  for (int i = 0; i < 300; ++i) points.push_back({quarter(random) / 4.0, quarter(random) / 4.0});
  for (const double reach :
       {0.25, 1.0, 1.25, 2.5, 50.0}) {  // many pairs have exactly such a distance
    const Points roadmap = Points::build(space, points, reach);
    ASSERT_EQ(positions(roadmap), points);
    for (Vertex v = 0; v < 300; ++v) {
      std::vector<Vertex> expected;
      for (Vertex w = 0; w < 300; ++w) {
        if (w != v && distance(roadmap.position(v), roadmap.position(w)) < reach) {
          expected.push_back(w);
        }
      }
      const std::span<const Vertex> found = roadmap.graph().neighbours(v);
      EXPECT_EQ(std::vector<Vertex>(found.begin(), found.end()), expected) << reach;
    }
  }
  EXPECT_EQ(Points::build(space, {}, 1).graph().vertex_count(), 0U);
}

// A point on a wall of zero width can have one link on each side of the wall. Each of these links
// is legal, but a path over both links crosses the wall.
TEST(Roadmap, SkipsPointsThatTouchFreeSpaceFromTwoSides) {
  const FreeSpace space = square(8, {{{0, 4}, {6, 4}}});
  const std::vector<Point> points{{2, 2}, {2, 4}, {2, 6}, {0, 4}, {6, 4}, {7, 4}, {0, 1}, {8, 8}};
  const Points roadmap = Points::build(space, points, 3);
  EXPECT_EQ(positions(roadmap),
            (std::vector<Point>{{2, 2}, {2, 6}, {6, 4}, {7, 4}, {0, 1}, {8, 8}}));
  EXPECT_NE(roadmap.component(0), roadmap.component(1));
}

TEST(Roadmap, EndsAreLinkedToTheNearestPointsThatTheySee) {
  // Ten points behind a wall are nearer than two visible points.
  const FreeSpace space = square(16, {{{1, 7}, {15, 7}}});
  std::vector<Point> points;
  for (int i = 0; i < 10; ++i) points.push_back({5 + 0.5 * i, 7.5});
  points.push_back({7, 1});
  points.push_back({9, 1});
  const Points roadmap = Points::build(space, points, 6);
  Points::Scratch scratch;
  Attachment attachment;
  const auto attach = [&](Point start, Point goal) {
    return roadmap.attach(space.locate(start), space.locate(goal), scratch, attachment);
  };
  ASSERT_EQ(attach({8, 6}, {8, 8}), AttachStatus::kAttached);
  ASSERT_EQ(attachment.start.size(), 2U);
  for (const Link& link : attachment.start) {
    EXPECT_GE(link.vertex, 10);
    EXPECT_EQ(link.cost, distance({8, 6}, roadmap.position(link.vertex)));
  }
  EXPECT_EQ(attachment.goal.size(), 8U);
  EXPECT_EQ(attachment.direct, std::numeric_limits<double>::infinity());

  ASSERT_EQ(attach({2, 2}, {6, 2}), AttachStatus::kAttached);
  EXPECT_EQ(attachment.direct, 4);
  ASSERT_EQ(attach({2, 2}, {12, 2}), AttachStatus::kAttached);
  EXPECT_EQ(attachment.direct, std::numeric_limits<double>::infinity());
}

TEST(Roadmap, WithoutPointsLinksNearEndsDirectly) {
  const FreeSpace space = square(8);
  const Points roadmap = Points::build(space, {}, 3);
  EXPECT_EQ(roadmap.graph().vertex_count(), 0U);
  EXPECT_EQ(roadmap.report().covered_area, 0);
  Points::Scratch scratch;
  Attachment attachment;
  EXPECT_EQ(roadmap.attach(space.locate({1, 1}), space.locate({7, 7}), scratch, attachment),
            AttachStatus::kNothingVisible);
  EXPECT_EQ(roadmap.attach(space.locate({1, 1}), space.locate({1, 2}), scratch, attachment),
            AttachStatus::kAttached);
  EXPECT_EQ(attachment.direct, 1);
}

// Regression: coverage counted a whole component if the component contained a point of the roadmap.
// But most points in the teeth of this comb cannot be linked to the roadmap.
TEST(Roadmap, CoversWhereEndsAreLinked) {
  // The back of the comb has size 20 x 1. Each of its nine teeth has size 0.1 x 20.
  Polygons comb;
  Ring& outline = comb.parts.emplace_back(Polygons::Part{{}, true}).ring;
  for (int k = 0; k < 9; ++k) {
    const double x = 2 * k + 1.2;
    outline.insert(outline.end(), {{x, 20}, {x, 0}, {x + 0.1, 0}, {x + 0.1, 20}});
  }
  outline.insert(outline.end(), {{20, 20}, {20, 21}, {0, 21}, {0, 20}});
  const FreeSpace space = FreeSpace::from_polygons(comb);
  std::vector<Point> points;
  for (int k = 0; k < 39; ++k) points.push_back({0.5 * k + 0.5, 20.5});
  const Points roadmap = Points::build(space, points, 2);
  const double coverage = roadmap.report().covered_area / space.area();
  EXPECT_GT(coverage, 20.0 / 38 - 0.01);
  EXPECT_LT(coverage, 20.0 / 38 + 0.1);

  Points::Scratch scratch;
  Attachment attachment;
  int linked = 0;
  int all = 0;
  for (int k = 0; k < 9; ++k) {  // tests points on the middle line of each tooth
    for (double y = 0.05; y < 20; y += 0.1) {
      const Location at = space.locate({2 * k + 1.25, y});
      ++all;
      linked += roadmap.attach(at, at, scratch, attachment) == AttachStatus::kAttached &&
                !attachment.start.empty();
    }
  }
  EXPECT_NEAR(coverage, (20 + 18.0 * linked / all) / 38, 0.02);
}

TEST(Roadmap, CoversTheComponentsThatContainAPoint) {
  const FreeSpace space = FreeSpace::from_polygons(
      {{{{{0, 0}, {4, 0}, {4, 9}, {0, 9}}, true}, {{{5, 0}, {9, 0}, {9, 9}, {5, 9}}, true}}});
  const std::vector<Point> points{{1, 1}, {3, 8}, {-1, -1}};
  EXPECT_EQ(Points::build(space, points, 2).report().covered_area, 36);
  EXPECT_EQ(Points::build(space, points, 2).report().components, 2);
}

}  // namespace
}  // namespace fairway
