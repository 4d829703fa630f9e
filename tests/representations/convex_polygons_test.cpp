#include "algorithms/representations/convex_polygons/convex_polygons.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <vector>

#include "algorithms/freespace/visibility.hpp"
#include "tests/support/worlds.hpp"

namespace fairway {
namespace {

/// Two square rooms side by side, with a door between them.
FreeSpace two_rooms() {
  return FreeSpace::from_polygons(
      {{{{{0, 0}, {12, 0}, {12, 6}, {0, 6}}, true}}, {{{6, 0}, {6, 2}}, {{6, 4}, {6, 6}}}});
}

TEST(ConvexPolygons, TwoRoomsAreTwoPolygonsAndOnePortal) {
  const FreeSpace space = two_rooms();
  const auto mesh = ConvexPolygons::build(space, {});
  EXPECT_EQ(mesh.polygon_count(), 2U);
  ASSERT_EQ(mesh.graph().vertex_count(), 1U);
  EXPECT_EQ(mesh.position(0), (Point{6, 3}));
}

TEST(ConvexPolygons, CorridorHasThePortalsBetweenTheEnds) {
  const FreeSpace space = two_rooms();
  const auto mesh = ConvexPolygons::build(space, {});
  ConvexPolygons::Scratch scratch;
  Attachment attachment;
  const Location start = space.locate({1, 1});
  const Location goal = space.locate({11, 5});
  ASSERT_EQ(mesh.attach(start, goal, scratch, attachment), AttachStatus::kAttached);
  const std::vector<Vertex> vertices{0};
  std::vector<Portal> portals;
  mesh.corridor({start, goal, attachment, vertices}, scratch, portals);
  ASSERT_EQ(portals.size(), 1U);
  EXPECT_EQ(std::minmax(portals[0].left.y, portals[0].right.y), std::minmax(2.0, 4.0));
  EXPECT_GT(portals[0].left.y, portals[0].right.y);  // the path leads to larger x
}

TEST(ConvexPolygons, EveryLinkIsSeen) {
  std::size_t links = 0;
  for (const test::World& world : test::fixture_worlds()) {
    const FreeSpace space = test::build(world);
    for (const int most_sides : {3, 5, 1'000'000}) {
      const auto mesh = ConvexPolygons::build(space, {.most_sides = most_sides});
      for (Vertex v = 0; v < static_cast<Vertex>(mesh.graph().vertex_count()); ++v) {
        const Location at = space.locate(mesh.position(v));
        for (const Vertex w : mesh.graph().neighbours(v)) {
          EXPECT_TRUE(sees(space, at, space.locate(mesh.position(w)))) << world.name;
          ++links;
        }
      }
    }
  }
  EXPECT_GT(links, 1000U);
}

TEST(ConvexPolygons, MergingNeedsFewerPolygons) {
  for (const test::World& world : test::fixture_worlds()) {
    const FreeSpace space = test::build(world);
    const auto triangles = ConvexPolygons::build(space, {.most_sides = 3}).polygon_count();
    const auto polygons = ConvexPolygons::build(space, {}).polygon_count();
    EXPECT_LE(polygons, triangles) << world.name;
  }
}

TEST(ConvexPolygons, RefusesPolygonsOfTwoSides) {
  const FreeSpace space = two_rooms();
  EXPECT_THROW(ConvexPolygons::build(space, {.most_sides = 2}), std::invalid_argument);
}

}  // namespace
}  // namespace fairway
