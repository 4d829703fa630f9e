#include "datasets/generators/map_doors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/changing_space/world_moment.hpp"
#include "datasets/formats/doom_wad.hpp"
#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/datasets/wad_writer.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

std::vector<MapDoor> doors_of(const WadLevel& level) {
  std::vector<MapDoor> doors;
  for (const DoomDoor& door : parse_doom_doors(TextFile("test.wad", level.text()), {})) {
    if (door.fault.empty()) doors.push_back({"door", door.rings});
  }
  return doors;
}

FreeSpace level_space(const WadLevel& level, const std::string& doors) {
  return make_free_space(parse_world(TextFile("test.wad", level.text()),
                                     MapOptions::of_command_line({"doors=" + doors})));
}

Raster row_of_cells() {
  Raster cells(9, 3, 1);
  for (int y = 0; y < 3; ++y) {
    if (y != 1) cells.set(4, y, Raster::kBlocked);
  }
  return cells;
}

TEST(MapDoors, OfALevelAreTheSectorsThatTheFileHasClosed) {
  WadLevel level = two_rooms_and_a_door();
  EXPECT_THAT(doors_of(level), testing::SizeIs(1));
  EXPECT_THAT(doors_of(level).at(0).rings,
              ElementsAre(UnorderedElementsAre(Point{100, 0}, Point{100, 100}, Point{120, 0},
                                               Point{120, 100})));
  level.sectors[1].ceiling = 128;
  EXPECT_THAT(doors_of(level), testing::IsEmpty()) << "open in the file";
}

TEST(MapDoors, ThatEncloseAnotherSectorHaveAFault) {
  WadLevel level = two_rooms_and_a_door();
  level.sectors.push_back({});
  level.vertices.insert(level.vertices.end(), {{105, 40}, {105, 60}, {115, 60}, {115, 40}});
  level.lines.insert(level.lines.end(),
                     {{8, 9, 3, 1}, {9, 10, 3, 1}, {10, 11, 3, 1}, {11, 8, 3, 1}});
  const auto doors = parse_doom_doors(TextFile("test.wad", level.text()), {});
  ASSERT_EQ(doors.size(), 1U);
  EXPECT_THAT(doors[0].rings, testing::IsEmpty());
  EXPECT_EQ(doors[0].fault, "the sector encloses other sectors");
}

/// With the obstacle of the door, the generated world equals the level with a closed door. Without
/// this obstacle, it equals the level with an open door.
TEST(MapDoors, OfALevelMakeTheClosedWorldAndTheOpenOneByTurns) {
  const WadLevel level = two_rooms_and_a_door();
  const FreeSpace open = level_space(level, "open");
  const FreeSpace closed = level_space(level, "closed");
  ASSERT_EQ(open.area(), 22000);
  ASSERT_EQ(closed.area(), 20000);
  const DoorSteps made =
      generate_map_doors(open, doors_of(level), 1, 12, {{"queries", 3}, {"journey", 4}});
  EXPECT_THAT(made.left_out, testing::IsEmpty());
  WorldMoment moment(open);
  int bursts = 0;
  std::set<int> components;
  for (const Step& step : made.steps) {
    if (const auto* burst = std::get_if<BurstStep>(&step)) {
      moment.change(burst->burst);
      const FreeSpace& expected = ++bursts % 2 == 1 ? closed : open;
      EXPECT_EQ(moment.space().area(), expected.area());
      EXPECT_EQ(moment.space().component_count(), expected.component_count());
    } else {
      const QueryStep& query = std::get<QueryStep>(step);
      for (const Point end : {query.start, query.goal}) {
        EXPECT_NE(closed.locate(end).place, Place::kBlocked);
        if (bursts % 2 == 1) components.insert(closed.component(closed.locate(end)));
      }
    }
  }
  EXPECT_EQ(bursts, 12);
  EXPECT_EQ(made.steps.size(), 12U * 4);
  EXPECT_EQ(components.size(), 2U) << "queries lie on both sides of the door";
}

TEST(MapDoors, OfPublicLevelsMakeTheLevelsOfTheFiles) {
  const auto datasets = public_datasets();
  if (!datasets || !std::filesystem::exists(*datasets / "doom")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  for (const char* name : {"freedoom1-E1M1", "freedoom1-E3M1", "freedoom2-MAP02"}) {
    SCOPED_TRACE(name);
    const TextFile file = TextFile::read(*datasets / "doom" / (std::string(name) + ".wad"));
    const auto level = [&](const std::string& state) {
      return make_free_space(parse_world(file, MapOptions::of_command_line({"doors=" + state})));
    };
    std::vector<MapDoor> doors;
    for (const DoomDoor& door : parse_doom_doors(file, {})) {
      ASSERT_EQ(door.fault, "");
      doors.push_back({"door", door.rings});
    }
    const FreeSpace open = level("open");
    const DoorSteps made = generate_map_doors(open, doors, 1, 1, {{"changes", 1000}});
    EXPECT_THAT(made.left_out, testing::IsEmpty());
    WorldMoment moment(open);
    moment.change(std::get<BurstStep>(made.steps.at(0)).burst);
    EXPECT_LT(moment.space().area(), open.area());
    EXPECT_EQ(moment.space().area(), level("closed").area());
    EXPECT_EQ(moment.space().component_count(), level("closed").component_count());
  }
}

TEST(MapDoors, OutsideOfTheWorldAreLeftOutAndNamed) {
  const WadLevel level = two_rooms_and_a_door();
  std::vector<MapDoor> doors = doors_of(level);
  doors.push_back({"the door of sector 7", {{{0, 0}, {9, 0}, {0, -9}}}});
  const FreeSpace open = level_space(level, "open");
  const DoorSteps made = generate_map_doors(open, doors, 1, 4);
  EXPECT_THAT(made.left_out, ElementsAre(HasSubstr("the door of sector 7 is left out: ")));
  WorldMoment moment(open);
  for (const Step& step : made.steps) {
    if (const auto* burst = std::get_if<BurstStep>(&step)) {
      EXPECT_NO_THROW(moment.change(burst->burst));
    }
  }
  EXPECT_THROW(generate_map_doors(open, std::span(doors).last(1), 1, 4), std::invalid_argument);
  EXPECT_THROW(generate_map_doors(open, {}, 1, 4), std::invalid_argument);
}

TEST(MapDoors, OfCellsAreBlockedAndFreedAgain) {
  const Raster cells = row_of_cells();
  const FreeSpace open = FreeSpace::from_raster(cells);
  const auto doors = parse_cell_doors(TextFile("doors.txt", "4 0 4 2\n\n 8 0\n"), cells);
  const DoorSteps made = generate_map_doors(open, doors, 5, 40, {{"changes", 2}});
  WorldMoment moment(open);
  int bursts = 0;
  for (const Step& step : made.steps) {
    const auto* burst = std::get_if<BurstStep>(&step);
    if (burst == nullptr) continue;
    moment.change(burst->burst);
    EXPECT_EQ(moment.space().area(), ++bursts % 2 == 1 ? 23 : 25) << "blocked cells stay blocked";
  }
  EXPECT_EQ(bursts, 40);
}

TEST(MapDoors, AreTheSameForTheSameSeedAndNoOther) {
  const Raster cells = row_of_cells();
  const auto text = [&](std::uint64_t seed) {
    ChangingWorld changing;
    changing.start.content = cells;
    const auto doors = parse_cell_doors(TextFile("doors.txt", "4 1\n0 0\n8 2\n"), cells);
    changing.steps = generate_map_doors(FreeSpace::from_raster(cells), doors, seed, 9).steps;
    return format_changes(changing, "x.map");
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

TEST(MapDoors, OfCellsAreRefusedWithTheLine) {
  const Raster cells = row_of_cells();
  const std::vector<Fault> faults{
      {"4 1\n9 1\n", 2, "the column of a cell"},
      {"4 3\n", 1, "the row of a cell"},
      {"4 x\n", 1, "the row of a cell"},
      {"5 1 4 1\n", 1, "the column of a cell"},
      {"4\n", 1, "1 field"},
      {"4 1 4 1 1\n", 1, "5 fields"},
      {"4 1\n4 0\n", 2, "the door has no free cell"},
      {"4 1\n3 0 5 2\n", 2, "is also in the door of line 1"},
      {"\n", 1, "no door"},
      {"4 1.5\n", 1, "the row of a cell"},
  };
  for (const Fault& fault : faults) {
    expect_fault("doors.txt", fault, [&](const std::string& text) {
      parse_cell_doors(TextFile("doors.txt", text), cells);
    });
  }
}

}  // namespace
}  // namespace fairway::test
