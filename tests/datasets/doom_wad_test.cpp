#include "datasets/formats/doom_wad.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
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

/// A room of 100 by 100, of sector 0.
WadLevel one_room() {
  return {.vertices = {{0, 0}, {0, 100}, {100, 100}, {100, 0}},
          .lines = {{0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 0, 0}},
          .sectors = {{}}};
}

/// Rooms of 100 by 100 from left to right, one of each sector; line i leads up between rooms i and
/// i + 1.
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

/// A room within another.
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

WorldFile world_of(const WadLevel& level, const std::vector<std::string>& options = {}) {
  return parse_world(TextFile("test.wad", level.text()), MapOptions::of_command_line(options));
}

FreeSpace space_of(const WadLevel& level, const std::vector<std::string>& options = {}) {
  return make_free_space(world_of(level, options));
}

int components(const WadLevel& level, const std::vector<std::string>& options = {}) {
  return space_of(level, options).component_count();
}

TEST(DoomWad, ARoomIsItsRing) {
  WadLevel level = one_room();
  level.things = {{50, 50, 1}, {20, 30, 3004}};
  const WorldFile world = world_of(level);
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
                  "1 thing was left out, also those that block: only starts and destinations of "
                  "teleporters are kept, as places."));
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
  const WorldFile world = world_of(row_of_rooms({{0, 128}, {64, 256}}));
  const Polygons& polygons = std::get<Polygons>(world.content);
  ASSERT_EQ(polygons.walls.size(), 1U);
  EXPECT_EQ(polygons.walls[0].a, (Point{100, 0}));
  EXPECT_EQ(polygons.walls[0].b, (Point{100, 100}));
  EXPECT_EQ(polygons.parts.size(), 1U);
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 20000);
}

TEST(DoomWad, SectorsThatAreTooLowAreNotFree) {
  const FreeSpace space = space_of(room_in_room({0, 128}, {0, 55}));
  EXPECT_EQ(space.area(), 10000 - 1600);
  EXPECT_EQ(space.hole_count(), 1);
  EXPECT_EQ(space_of(room_in_room({0, 55}, {0, 128})).area(), 1600);
  EXPECT_EQ(space_of(room_in_room({0, 128}, {0, 56})).area(), 10000);
  EXPECT_EQ(space_of(room_in_room({0, 128}, {8, 64})).component_count(), 1);
  EXPECT_EQ(space_of(room_in_room({0, 128}, {-100, 64})).component_count(), 2);
  EXPECT_THAT(world_of(room_in_room({0, 128}, {0, 0})).notes,
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
  EXPECT_EQ(space_of(level).area(), 10000);
  EXPECT_EQ(world_of(level).places.size(), 0U);
  EXPECT_THAT(std::get<Polygons>(world_of(level).content).walls, IsEmpty());
  level.lines.back().flags = 1;
  EXPECT_EQ(std::get<Polygons>(world_of(level).content).walls.size(), 1U);
}

TEST(DoomWad, SelfReferencingSectorsAreNamed) {
  WadLevel level = room_in_room({}, {});
  for (std::size_t i = 4; i < 8; ++i) level.lines[i].left = 1;
  const WorldFile world = world_of(level);
  EXPECT_THAT(
      world.notes,
      Contains("Sectors on both sides of all their lines, which thus have no area: 1 (number 1)."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 10000);
}

TEST(DoomWad, SectorsThatDoNotCloseAreNamed) {
  WadLevel level = row_of_rooms({{}, {}});
  level.lines.pop_back();  // the right side of the second room
  const WorldFile world = world_of(level);
  EXPECT_THAT(
      world.notes,
      Contains("Sectors with open ends, where 3 lines were left out as no border: 1 (number 1)."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 10000);

  WadLevel crossed = one_room();
  crossed.lines.push_back({0, 2, 0});
  EXPECT_THAT(world_of(crossed).notes,
              Contains("Sectors that do not close, and thus are not free: 1 (number 0)."));
  EXPECT_TRUE(std::get<Polygons>(world_of(crossed).content).parts.empty());
}

TEST(DoomWad, ASpikeOfASectorIsAWall) {
  WadLevel level = one_room();
  level.vertices.push_back({150, 150});
  level.vertices.push_back({50, 50});
  level.lines.push_back({2, 4, 0});
  level.lines.push_back({2, 5, 0});
  const WorldFile world = world_of(level);
  EXPECT_THAT(world.notes,
              Contains(HasSubstr("2 lines were left out as no border: 1 (number 0).")));
  ASSERT_EQ(std::get<Polygons>(world.content).walls.size(), 1U);
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 10000);
}

TEST(DoomWad, LinesThatCrossAreSplit) {
  WadLevel level = one_room();
  level.vertices.insert(level.vertices.end(), {{50, 50}, {50, 150}, {150, 150}, {150, 50}});
  level.lines.insert(level.lines.end(), {{4, 5, 1}, {5, 6, 1}, {6, 7, 1}, {7, 4, 1}});
  level.sectors.push_back({});
  const WorldFile world = world_of(level);
  EXPECT_THAT(world.notes, Contains("Lines were split at 2 crossings, which were rounded to "
                                    "doubles, and where they touch ends of others: 0 times."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 17500);
}

// Assumed that overlay() may split a line once for each of its sectors and once as a wall: such
// copies run both ways, their crossings were rounded apart, and the copies crossed each other.
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
  const WorldFile world = world_of(level);
  EXPECT_THAT(world.notes, Contains(HasSubstr("Lines were split at 6 crossings")));
  EXPECT_GT(make_free_space(WorldFile(world)).area(), 0);
}

TEST(DoomWad, LinesWithoutLengthAreLeftOut) {
  WadLevel level = one_room();
  level.lines.push_back({2, 2, 0});
  const WorldFile world = world_of(level);
  EXPECT_THAT(world.notes,
              Contains("1 line was left out, as it leads from a vertex to the same place."));
  EXPECT_EQ(make_free_space(WorldFile(world)).area(), 10000);
}

TEST(DoomWad, DoorsOpenToBelowTheLowestCeilingBeside) {
  WadLevel level = row_of_rooms({{0, 128}, {0, 0}, {0, 100}});
  level.lines[0] = {3, 2, 0, 1, 0, 1};  // its left is the door
  EXPECT_EQ(components(level), 2);
  EXPECT_THAT(world_of(level).notes, Contains("1 sector is a door: left as the file has them."));
  EXPECT_EQ(components(level, {"doors=open"}), 1);
  EXPECT_THAT(world_of(level, {"doors=open"}).notes, Contains("1 sector is a door: opened."));
  level.sectors[2].ceiling = 60;
  EXPECT_EQ(components(level, {"doors=open"}), 1);
  level.sectors[2].ceiling = 59;
  EXPECT_EQ(space_of(level, {"doors=open"}).area(), 20000);
}

TEST(DoomWad, RemoteDoorsAreFoundByTheirTag) {
  WadLevel level = row_of_rooms({{0, 128}, {0, 0, 0, 7}, {0, 128}});
  EXPECT_EQ(components(level, {"doors=open"}), 2);
  level.lines[2].special = 63;
  level.lines[2].tag = 7;
  EXPECT_EQ(components(level, {"doors=open"}), 1);
  level.lines[2].special = 62;  // a lift
  EXPECT_EQ(components(level, {"doors=open"}), 2);
  EXPECT_THAT(world_of(level).notes,
              Contains("1 line has a special: what lifts, crushers and switches move stays as the "
                       "file has it, and teleporters lead nowhere."));
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
      world_of(level).places,
      ElementsAre(NamedPoint{"deathmatch start", {-5, 1}}, NamedPoint{"player 2 start", {6, 2}},
                  NamedPoint{"deathmatch start 2", {7, 3}},
                  NamedPoint{"teleport destination", {8, 4}}, NamedPoint{"player 4 start", {9, 5}},
                  NamedPoint{"player 3 start", {1, 1}}));
}

TEST(DoomWad, OneLevelIsChosenByName) {
  WadLumps lumps = one_room().lumps();
  WadLevel second = row_of_rooms({{}, {}});
  second.name = "MAP02";
  lumps.push_back({"DEMO1", "other data"});
  const WadLumps more = second.lumps();
  lumps.insert(lumps.end(), more.begin(), more.end());
  const TextFile source("test.wad", wad_of(lumps, "IWAD"));
  const auto area = [&](const std::string& level) {
    return make_free_space(parse_world(source, MapOptions::of_command_line({"level=" + level})))
        .area();
  };
  EXPECT_EQ(area("E1M1"), 10000);
  EXPECT_EQ(area("MAP02"), 20000);
  EXPECT_EQ(area("map02"), 20000);
  const auto refusal = [&](const std::vector<std::string>& options) -> std::string {
    try {
      parse_world(source, MapOptions::of_command_line(options));
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal({}),
            "test.wad: byte 8: the file has 2 levels: 'E1M1', 'MAP02'; expected option "
            "'level' to name one of them");
  EXPECT_EQ(refusal({"level=E2M1"}),
            "--read: option 'level' of a map: expected 'E1M1', 'MAP02', a "
            "level of test.wad, found 'E2M1'");
  EXPECT_THAT(refusal({"level=E1M1", "doors=ajar"}), HasSubstr("expected closed or open"));
  EXPECT_THAT(refusal({"level=E1M1", "step=-1"}), HasSubstr("expected a number from 0 to 65535"));
  EXPECT_THAT(refusal({"level=E1M1", "height=0"}), HasSubstr("expected a number from 1 to 65535"));
  EXPECT_THAT(refusal({"level=E1M1", "scale=2"}), HasSubstr("level, doors, step, height"));
}

std::string without_lump(const std::string& name) {
  WadLumps lumps = one_room().lumps();
  std::erase_if(lumps, [&](const auto& lump) { return lump.first == name; });
  return wad_of(lumps);
}

std::string with_lump(const std::string& name, const std::string& content) {
  WadLumps lumps = one_room().lumps();
  for (auto& lump : lumps) {
    if (lump.first == name) lump.second = content;
  }
  return wad_of(lumps);
}

std::string and_lump(const std::string& name, const std::string& content) {
  WadLumps lumps = one_room().lumps();
  lumps.push_back({name, content});
  return wad_of(lumps);
}

/// The bytes with a word of 4 bytes replaced.
std::string with_word(std::string bytes, std::size_t at, std::uint32_t word) {
  return bytes.replace(at, 4, WadBytes().word(word).text());
}

std::string of_line(const Line& line) {
  WadLevel level = one_room();
  level.lines[2] = line;
  return level.text();
}

TEST(DoomWad, FaultsNameTheByte) {
  // 12 bytes of header, no things, 4 lines, 4 sides, 4 vertices, 1 sector: 12 + 56 + 120 + 16 + 26.
  const std::string room = one_room().text();
  constexpr std::size_t kDirectory = 230;
  const auto entry = [](std::size_t lump) { return kDirectory + 16 * lump; };
  ASSERT_EQ(room.size(), entry(6));
  struct WadFault {
    std::string text;
    std::size_t byte;
    std::string words;
  };
  const std::vector<WadFault> faults{
      {"PWAD", 4, "the file ends here; expected a header of 12 bytes"},
      {"IWAD\1", 5, "the file ends here; expected a header"},
      {room.substr(0, 11), 11, "the file ends here; expected a header"},
      {room.substr(0, 100), 4, "a directory of 6 lumps at byte 230, but the file has 100 bytes"},
      {room.substr(0, room.size() - 1), 4, "a directory of 6 lumps at byte 230"},
      {with_word(room, 4, 0xffffffff), 4, "a directory of 4294967295 lumps at byte 230"},
      {with_word(room, 8, 0xfffffff0), 4, "a directory of 6 lumps at byte 4294967280"},
      {with_word(room, 4, 0), 8, "the file has no level; expected a lump such as E1M1 or MAP01"},
      {wad_of({{"PLAYPAL", "abc"}, {"COLORMAP", ""}}), 8, "the file has no level"},
      {wad_of({{"E1M1", ""}}), 8, "the file has no level"},
      {wad_of({{"THINGS", ""}, {"LINEDEFS", ""}}), 8, "the file has no level"},
      {without_lump("THINGS"), entry(0), "level 'E1M1' has no lump THINGS; expected THINGS, LINE"},
      {without_lump("LINEDEFS"), entry(0) - 56, "level 'E1M1' has no lump LINEDEFS"},
      {without_lump("SIDEDEFS"), entry(0) - 120, "level 'E1M1' has no lump SIDEDEFS"},
      {without_lump("VERTEXES"), entry(0) - 16, "level 'E1M1' has no lump VERTEXES"},
      {without_lump("SECTORS"), entry(0) - 26, "level 'E1M1' has no lump SECTORS"},
      {and_lump("VERTEXES", ""), entry(6), "a second lump VERTEXES of level 'E1M1'; expected one"},
      {and_lump("BEHAVIOR", "ACS"), entry(6) + 3,
       "is in Hexen's format, which has a lump BEHAVIOR"},
      {wad_of({{"MAP01", ""}, {"TEXTMAP", "{}"}, {"ENDMAP", ""}}), 30,
       "level 'MAP01' is in UDMF's format, which has a lump TEXTMAP; expected one in Doom's"},
      {with_word(room, entry(4), 1000), entry(4),
       "VERTEXES has 16 bytes from byte 1000 on, but the file has 326; expected a lump within"},
      {with_word(room, entry(3) + 4, 0xffffffff), entry(3), "SIDEDEFS has 4294967295 bytes"},
      {with_word(room, entry(2) + 4, 55), entry(2),
       "LINEDEFS has 55 bytes; expected records of 14"},
      {with_lump("THINGS", "123"), entry(1) + 3, "THINGS has 3 bytes; expected records"},
      {of_line({4, 0, 0}), 12 + 28, "line 2 has vertex 4; expected one of the 4 that there are"},
      {of_line({2, 9, 0}), 12 + 30, "line 2 has vertex 9; expected one of the 4"},
      {of_line({2, 3, -1, 0}), 12 + 38, "line 2 has right side 65535; expected one of the 4"},
      {of_line({2, 3, 1}), 12 + 56 + 60 + 28, "side 2 has sector 1; expected one of the 1 that"},
      {with_lump("SIDEDEFS", ""), 12 + 10, "line 0 has right side 0; expected one of the 0 that"},
  };
  for (const WadFault& fault : faults) {
    SCOPED_TRACE(fault.words);
    try {
      parse_world(TextFile("test.wad", fault.text));
      ADD_FAILURE() << "was read";
    } catch (const InputError& error) {
      const std::string what = error.what();
      EXPECT_THAT(what, testing::StartsWith(fmt::format("test.wad: byte {}: ", fault.byte)));
      EXPECT_THAT(what, HasSubstr(fault.words));
      EXPECT_THAT(what, HasSubstr("expected"));
    }
  }
}

TEST(DoomWad, AWorldWithoutFreeSpaceIsRefused) {
  WadLevel level = one_room();
  level.sectors[0].ceiling = 40;
  EXPECT_THROW(space_of(level), InputError);
  EXPECT_THAT(world_of(level).notes, Not(Contains(HasSubstr("Free space has"))));
}

}  // namespace
}  // namespace fairway::test
