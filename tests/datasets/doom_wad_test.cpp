#include "datasets/formats/doom_wad.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "datasets/read_world.hpp"
#include "tests/datasets/wad_writer.hpp"

namespace fairway::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Line = WadLevel::Line;
using Sector = WadLevel::Sector;

/// Rooms of 100 by 100 from left to right, one per sector. The first lines separate the rooms: line
/// i leads upwards between rooms i and i + 1. The remaining lines are outer walls.
WadLevel row_of_rooms(std::vector<Sector> sectors) {
  WadLevel level{.vertices = {{0, 0}, {0, 100}}, .lines = {}, .sectors = std::move(sectors)};
  const int rooms = static_cast<int>(level.sectors.size());
  std::vector<Line> outside{{0, 1, 0}};
  for (int i = 0; i < rooms; ++i) {
    level.vertices.push_back({100 * i + 100, 0});
    level.vertices.push_back({100 * i + 100, 100});
    const int low = 2 * i + 2;
    outside.push_back({low - 1, low + 1, i});
    outside.push_back({low, low - 2, i});
    if (i + 1 < rooms) {
      level.lines.push_back({low, low + 1, i + 1, i});
    } else {
      outside.push_back({low + 1, low, i});
    }
  }
  level.lines.insert(level.lines.end(), outside.begin(), outside.end());
  return level;
}

/// A room inside another room.
WadLevel room_in_room(const Sector& outer, const Sector& inner) {
  WadLevel level = one_room();
  level.sectors = {outer, inner};
  for (const int y : {20, 60}) {
    level.vertices.push_back({20, y});
    level.vertices.push_back({60, y});
  }
  level.lines.insert(level.lines.end(), {{4, 6, 1, 0}, {6, 7, 1, 0}, {7, 5, 1, 0}, {5, 4, 1, 0}});
  return level;
}

WorldFile doom_world(const WadLevel& level, const std::vector<std::string>& options = {}) {
  return parse_world(TextFile("test.wad", level.text()), MapOptions::of_command_line(options));
}

FreeSpace doom_space(const WadLevel& level, const std::vector<std::string>& options = {}) {
  return make_free_space(doom_world(level, options));
}

int components(const WadLevel& level, const std::vector<std::string>& options = {}) {
  return doom_space(level, options).component_count();
}

TEST(DoomWad, ARoomIsItsRing) {
  WadLevel level = one_room();
  level.things = {{50, 50, 1}, {20, 30, 3004}};
  const WorldFile world = doom_world(level);
  EXPECT_EQ(world.format, "doom-wad");
  EXPECT_EQ(world.units.unit, "map units");
  const Polygons& polygons = std::get<Polygons>(world.content);
  ASSERT_EQ(polygons.parts.size(), 1U);
  EXPECT_TRUE(polygons.parts[0].outline);
  EXPECT_THAT(
      polygons.parts[0].ring,
      testing::UnorderedElementsAre(Point{0, 0}, Point{0, 100}, Point{100, 100}, Point{100, 0}));
  EXPECT_THAT(polygons.walls, IsEmpty());
  EXPECT_THAT(world.places, ElementsAre(NamedPoint{"player 1 start", {50, 50}}));
  EXPECT_THAT(
      world.notes,
      ElementsAre("Level E1M1: vertices 4, lines 4, sectors 1, things 2.",
                  "4 lines are walls: 4 one-sided, 0 impassable, 0 at steps of more than 24, up or "
                  "down, 0 at openings lower than 56.",
                  "Free space has 1 part.",
                  "1 thing was left out, also blocking ones: only starts and teleport destinations "
                  "are kept, as places."));
}

TEST(DoomWad, WhatIsWalkableInBothDirectionsIsNoWall) {
  EXPECT_EQ(components(row_of_rooms({{0, 128}, {24, 128}})), 1);
  EXPECT_EQ(components(row_of_rooms({{0, 128}, {25, 128}})), 2);
  EXPECT_EQ(components(row_of_rooms({{25, 128}, {0, 128}})), 2);
  EXPECT_EQ(components(row_of_rooms({{0, 128}, {25, 128}}), {"step=25"}), 1);
  EXPECT_EQ(components(row_of_rooms({{0, 128}, {1, 128}}), {"step=0.5"}), 2);
}

TEST(DoomWad, AnOpeningIsHighEnoughAboveTheHigherFloor) {
  EXPECT_EQ(components(row_of_rooms({{0, 76}, {20, 128}})), 1);
  EXPECT_EQ(components(row_of_rooms({{0, 75}, {20, 128}})), 2);
  EXPECT_EQ(components(row_of_rooms({{0, 75}, {20, 128}}), {"height=55"}), 1);
}

TEST(DoomWad, WallsBetweenSectorsHaveZeroWidth) {
  const WorldFile world = doom_world(row_of_rooms({{0, 128}, {64, 256}}));
  const Polygons& polygons = std::get<Polygons>(world.content);
  ASSERT_EQ(polygons.walls.size(), 1U);
  EXPECT_EQ(polygons.walls[0].a, (Point{100, 0}));
  EXPECT_EQ(polygons.walls[0].b, (Point{100, 100}));
  EXPECT_EQ(polygons.parts.size(), 1U);
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 20000);
}

TEST(DoomWad, SectorsThatAreTooLowAreNotFree) {
  const FreeSpace space = doom_space(room_in_room({0, 128}, {0, 55}));
  EXPECT_EQ(space.area(), 10000 - 1600);
  EXPECT_EQ(space.hole_count(), 1);
  EXPECT_EQ(doom_space(room_in_room({0, 55}, {0, 128})).area(), 1600);
  EXPECT_EQ(doom_space(room_in_room({0, 128}, {0, 56})).area(), 10000);
  EXPECT_EQ(doom_space(room_in_room({0, 128}, {8, 64})).component_count(), 1);
  EXPECT_EQ(doom_space(room_in_room({0, 128}, {-100, 64})).component_count(), 2);
  EXPECT_THAT(doom_world(room_in_room({0, 128}, {0, 0})).notes,
              Contains("1 sector is lower than 56: not free."));
}

TEST(DoomWad, ImpassableLinesAreWalls) {
  WadLevel level = row_of_rooms({{}, {}});
  level.lines[0].flags = 4;
  EXPECT_EQ(components(level), 1);
  level.lines[0].flags = 4 | 1;
  EXPECT_EQ(components(level), 2);
}

TEST(DoomWad, LinesWithinASectorDoNotBoundIt) {
  WadLevel level = one_room();
  level.vertices.insert(level.vertices.end(), {{20, 50}, {80, 50}});
  level.lines.push_back({4, 5, 0, 0});
  EXPECT_EQ(doom_space(level).area(), 10000);
  EXPECT_EQ(doom_world(level).places.size(), 0U);
  EXPECT_THAT(std::get<Polygons>(doom_world(level).content).walls, IsEmpty());
  level.lines.back().flags = 1;
  EXPECT_EQ(std::get<Polygons>(doom_world(level).content).walls.size(), 1U);
}

TEST(DoomWad, SelfReferencingSectorsAreNamed) {
  WadLevel level = room_in_room({}, {});
  for (std::size_t i = 4; i < 8; ++i) level.lines[i].left = 1;
  const WorldFile world = doom_world(level);
  EXPECT_THAT(
      world.notes,
      Contains(
          "Sectors on both sides of all their lines, and therefore without area: 1 (number 1)."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 10000);
}

TEST(DoomWad, SectorsThatDoNotCloseAreNamed) {
  WadLevel level = row_of_rooms({{}, {}});
  level.lines.pop_back();  // removes the right wall of the second room
  const WorldFile world = doom_world(level);
  EXPECT_THAT(world.notes,
              Contains("Sectors with open ends, where 3 lines were left out: 1 (number 1)."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 10000);

  WadLevel crossed = one_room();
  crossed.lines.push_back({0, 2, 0});
  EXPECT_THAT(doom_world(crossed).notes,
              Contains("Sectors with an open border, and therefore not free: 1 (number 0)."));
  EXPECT_TRUE(std::get<Polygons>(doom_world(crossed).content).parts.empty());
}

TEST(DoomWad, ASpikeOfASectorIsAWall) {
  WadLevel level = one_room();
  level.vertices.push_back({150, 150});
  level.vertices.push_back({50, 50});
  level.lines.push_back({2, 4, 0});
  level.lines.push_back({2, 5, 0});
  const WorldFile world = doom_world(level);
  EXPECT_THAT(world.notes, Contains(HasSubstr("2 lines were left out: 1 (number 0).")));
  ASSERT_EQ(std::get<Polygons>(world.content).walls.size(), 1U);
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 10000);
}

TEST(DoomWad, LinesThatCrossAreSplit) {
  WadLevel level = one_room();
  level.vertices.insert(level.vertices.end(), {{50, 50}, {50, 150}, {150, 150}, {150, 50}});
  level.lines.insert(level.lines.end(), {{4, 5, 1}, {5, 6, 1}, {6, 7, 1}, {7, 4, 1}});
  level.sectors.push_back({});
  const WorldFile world = doom_world(level);
  EXPECT_THAT(world.notes, Contains("Lines were split at 2 crossings, which were rounded to "
                                    "doubles, and at 0 ends of other lines."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 17500);
}

// Regression: overlay() got several copies of a line: one for each sector at the line, and one for
// the wall. It split each copy separately. The crossings of the copies were rounded differently, so
// the copies crossed each other.
TEST(DoomWad, LinesAreSplitBeforeTheyBecomeBorders) {
  const WadLevel level{
      .vertices =
          {{0, 0}, {255, 247}, {21759, 21573}, {19800, 20545}, {0, 0}, {0, 10}, {-1, 7}, {6, 0}},
      .lines = {{0, 1, 0},
                {1, 3, 0},
                {2, 0, 0},
                {2, 3, 1, 0},
                {3, 5, 1},
                {4, 2, 1},
                {4, 5, 2, 1},
                {5, 7, 2},
                {6, 4, 2},
                {7, 6, 2}},
      .sectors = {{}, {64, 192}, {}}};
  const WorldFile world = doom_world(level);
  EXPECT_THAT(world.notes, Contains(HasSubstr("Lines were split at 6 crossings")));
  EXPECT_GT(make_free_space(WorldFile(world)).area(), 0);
}

TEST(DoomWad, LinesWithoutLengthAreLeftOut) {
  WadLevel level = one_room();
  level.lines.push_back({2, 2, 0});
  const WorldFile world = doom_world(level);
  EXPECT_THAT(
      world.notes,
      Contains("1 line was left out, because both ends of the line are at the same place."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 10000);
}

TEST(DoomWad, DoorsOpenToBelowTheLowestCeilingBeside) {
  WadLevel level = row_of_rooms({{0, 128}, {0, 0}, {0, 100}});
  level.lines[0] = {3, 2, 0, 1, 0, 1};  // the door sector is on the left of this line
  EXPECT_EQ(components(level), 2);
  EXPECT_THAT(doom_world(level).notes, Contains("1 sector is a door: left as in the file."));
  EXPECT_EQ(components(level, {"doors=open"}), 1);
  EXPECT_THAT(doom_world(level, {"doors=open"}).notes, Contains("1 sector is a door: opened."));
  level.sectors[2].ceiling = 60;
  EXPECT_EQ(components(level, {"doors=open"}), 1);
  level.sectors[2].ceiling = 59;
  EXPECT_EQ(doom_space(level, {"doors=open"}).area(), 20000);
}

TEST(DoomWad, RemoteDoorsAreFoundByTheirTag) {
  WadLevel level = row_of_rooms({{0, 128}, {0, 0, 0, 7}, {0, 128}});
  EXPECT_EQ(components(level, {"doors=open"}), 2);
  level.lines[2].special = 63;
  level.lines[2].tag = 7;
  EXPECT_EQ(components(level, {"doors=open"}), 1);
  level.lines[2].special = 62;  // a lift
  EXPECT_EQ(components(level, {"doors=open"}), 2);
  EXPECT_THAT(doom_world(level).notes,
              Contains("1 line has a special: lifts, crushers and switches "
                       "stay as in the file, and teleporters are ignored."));
  level.sectors[1].special = 14;
  EXPECT_EQ(components(level, {"doors=open"}), 1);
}

TEST(DoomWad, DoorsBesideDoorsAreNotHeldDownByThem) {
  WadLevel level = row_of_rooms({{0, 128}, {0, 0, 14}, {0, 0, 14}, {0, 128}});
  EXPECT_EQ(components(level), 2);
  EXPECT_EQ(components(level, {"doors=open"}), 1);
}

TEST(DoomWad, PlacesAreNumberedInTheirOrder) {
  WadLevel level = one_room();
  level.things = {{-5, 1, 11}, {6, 2, 2}, {7, 3, 11}, {8, 4, 14}, {9, 5, 4}, {10, 6, 5}, {1, 1, 3}};
  EXPECT_THAT(
      doom_world(level).places,
      ElementsAre(NamedPoint{"deathmatch start", {-5, 1}}, NamedPoint{"player 2 start", {6, 2}},
                  NamedPoint{"deathmatch start 2", {7, 3}},
                  NamedPoint{"teleport destination", {8, 4}}, NamedPoint{"player 4 start", {9, 5}},
                  NamedPoint{"player 3 start", {1, 1}}));
}

TEST(DoomWad, AWorldWithoutFreeSpaceIsRefused) {
  WadLevel level = one_room();
  level.sectors[0].ceiling = 40;
  EXPECT_THROW(doom_space(level), InputError);
  EXPECT_THAT(doom_world(level).notes, Not(Contains(HasSubstr("Free space has"))));
}

}  // namespace
}  // namespace fairway::test
