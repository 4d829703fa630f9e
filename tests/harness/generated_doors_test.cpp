#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "datasets/changing/changing_world.hpp"
#include "tests/datasets/wad_writer.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// `fairway generate doors --map`, and replays of its output.
class GeneratedDoorsTest : public testing::Test {
 protected:
  Outcome generate(const std::string& map, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"generate", "doors",  "--map", map,     "--seed",
                                       "4",        "--size", "20",    "--out", changes_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  std::string fault(const std::string& map, const std::vector<std::string>& more = {}) const {
    const Outcome outcome = generate(map, more);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_FALSE(std::filesystem::exists(changes_)) << "written in spite of " << outcome.error;
    return outcome.error;
  }
  /// Compares a repaired and a rebuilt method with each other and with the exact optimum.
  void expect_equal_lengths() const {
    const Outcome outcome =
        run({"replay", changes_, "--method", "polyanya,polyanya-rebuilt", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    const json methods = json::parse(outcome.out).at("methods");
    ASSERT_EQ(methods.size(), 2U);
    for (const json& m : methods) {
      EXPECT_EQ(m.at("queries"), 40) << m;
      EXPECT_EQ(m.at("found"), methods[0].at("found")) << m;
      EXPECT_EQ(m.at("missed"), 0) << m;
      EXPECT_EQ(m.at("illegal"), 0) << m;
      EXPECT_EQ(m.at("mean_gap"), methods[0].at("mean_gap")) << m;
      EXPECT_LT(m.at("mean_gap").get<double>(), 1e-12) << m;
    }
    EXPECT_GT(methods[0].at("found"), 0);
    EXPECT_LT(methods[0].at("found"), 40) << "a closed door parts some queries' ends";
  }

  TemporaryFolder folder_;
  std::string changes_ = (folder_.path() / "doors.changes").string();
};

TEST_F(GeneratedDoorsTest, OfALevelBeginOpenAndAreFollowedAsRebuilt) {
  const Outcome outcome =
      generate(folder_.write("rooms.wad", two_rooms_and_a_door().text()), {"--set", "queries=2"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(read_changing_world(changes_).start.file.filename(), "doors.world");
  expect_equal_lengths();
}

TEST_F(GeneratedDoorsTest, OfCellsAreFollowedAsRebuilt) {
  const std::string map = folder_.write(
      "rooms.map", "type octile\nheight 3\nwidth 7\nmap\n...@...\n.......\n...@...\n");
  const std::string doors = folder_.write("doors.txt", "3 0 3 2\n");
  const Outcome outcome = generate(map, {"--doors", doors, "--set", "queries=2"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(read_changing_world(changes_).start.file.filename(), "rooms.map");
  expect_equal_lengths();
}

TEST_F(GeneratedDoorsTest, OfALevelThatEncloseOthersAreLeftOutWithALine) {
  WadLevel level = two_rooms_and_a_door();
  level.sectors.push_back({});
  level.vertices.insert(level.vertices.end(), {{105, 40}, {105, 60}, {115, 60}, {115, 40}});
  level.lines.insert(level.lines.end(),
                     {{8, 9, 3, 1}, {9, 10, 3, 1}, {10, 11, 3, 1}, {11, 8, 3, 1}});
  const std::string text = fault(folder_.write("rooms.wad", level.text()));
  EXPECT_THAT(text, HasSubstr("rooms.wad: the door of sector 1 is left out: the sector encloses"));
  EXPECT_THAT(text, HasSubstr("the map has no door that can close; expected one"));
}

TEST_F(GeneratedDoorsTest, MapsWithoutDoorsAndBadOptionsAreRefused) {
  const std::string wad = folder_.write("rooms.wad", two_rooms_and_a_door().text());
  const std::string map = folder_.write("rooms.map", "type octile\nheight 1\nwidth 3\nmap\n..@\n");
  const std::string polygon = folder_.write(
      "room.geojson", R"({"type":"Polygon","coordinates":[[[0,0],[8,0],[8,8],[0,8],[0,0]]]})");
  const std::string doors = folder_.write("doors.txt", "0 0\n2 0\n");
  EXPECT_THAT(fault(polygon), HasSubstr("has no doors; expected a Doom level, or a map of"));
  EXPECT_THAT(fault(polygon, {"--doors", doors}), HasSubstr("has no doors; expected a Doom"));
  EXPECT_THAT(fault(map), HasSubstr("or a map of cells with --doors"));
  EXPECT_THAT(fault(map, {"--doors", doors}), HasSubstr("doors.txt:2: the door has no free cell"));
  EXPECT_THAT(fault(map, {"--read", "doors=open"}),
              HasSubstr("--read: expected a Doom level in --map"));
  EXPECT_THAT(fault(wad, {"--doors", doors}), HasSubstr("a Doom level has its own doors"));
  EXPECT_THAT(fault(wad, {"--read", "doors=open"}), HasSubstr("starts with open doors"));
  const Outcome outcome =
      run({"generate", "crates", "--seed", "1", "--doors", doors, "--out", changes_});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("--doors: expected only with the kind doors and --map"));
}

}  // namespace
}  // namespace fairway::test
