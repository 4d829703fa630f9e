#include "datasets/formats/ros_map.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/datasets/temporary_file.hpp"
#include "tests/support/png_writer.hpp"

namespace fairway::test {
namespace {

using namespace std::string_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// The text of a ROS map file in YAML. Each field is the value of a key. `more` is appended to the
/// text.
struct Yaml {
  std::string image = "map.pgm";
  std::string resolution = "0.5";
  std::string origin = "[0, 0, 0]";
  std::string negate = "0";
  std::string occupied = "0.65";
  std::string free = "0.196";
  std::string more = "";

  std::string text() const {
    return fmt::format(
        "image: {}\nresolution: {}\norigin: {}\nnegate: {}\noccupied_thresh: {}\nfree_thresh: "
        "{}\n{}",
        image, resolution, origin, negate, occupied, free, more);
  }
};

WorldFile ros_world(const Yaml& yaml, const std::string& image,
                    const std::vector<std::string>& options = {}) {
  const TextFile source("map.yaml", yaml.text());
  return make_ros_world(source, parse_ros_yaml(source), read_image(TextFile("map.pgm", image)),
                        MapOptions::of_command_line(options));
}

/// The cells of the pixels: '.' free, '@' blocked.
std::string ros_cells(const Yaml& yaml, const std::string& image,
                      std::vector<std::string> options = {}) {
  options.push_back("cells=true");
  const WorldFile world = ros_world(yaml, image, options);
  const Raster& raster = std::get<Raster>(world.content);
  std::string cells;
  for (int y = 0; y < raster.height(); ++y) {
    for (const Raster::Class cell : raster.row(y)) cells += cell == Raster::kBlocked ? '@' : '.';
  }
  return cells;
}

/// A pixel of grey value x is occupied with probability p = (255 - x) / 255. Here, p is 0, 50/255,
/// 51/255, 127/255, 165/255 and 1. With free_thresh = 0.196 and occupied_thresh = 0.65, the first
/// pixel is free, the last is occupied and the others are unknown.
const std::string kGreys = "P2 6 1 255 255 205 204 128 90 0";

TEST(RosMap, PixelsAreFreeBelowTheirThreshold) {
  EXPECT_EQ(ros_cells({}, kGreys), ".@@@@@");
  EXPECT_EQ(ros_cells({}, kGreys, {"unknown=free"}), ".....@");
  EXPECT_EQ(ros_cells({.free = "0.25"}, kGreys), "...@@@");
  EXPECT_EQ(ros_cells({.negate = "1"}, kGreys), "@@@@@.");
  EXPECT_EQ(ros_cells({.negate = "true"}, kGreys), "@@@@@.");
  EXPECT_EQ(ros_cells({.negate = "false", .more = "mode: trinary"}, kGreys), ".@@@@@");
}

// Regression: the code computed the probability of occupied pixels as 1 - x / 255 instead of (255 -
// x) / 255. For x = 204, rounding gave 0.19999999999999996 instead of 0.2.
TEST(RosMap, ThresholdsAreComparedWithTheFormulaRoundedOnce) {
  EXPECT_EQ(ros_cells({.free = "0.2"}, "P2 2 1 255 205 204"), ".@");
  EXPECT_EQ(
      ros_cells({.occupied = "0.2", .free = "0.1"}, "P2 3 1 255 205 204 203", {"unknown=free"}),
      "..@");
}

TEST(RosMap, WhatSaversMeanByUnknownIsNotedWhereItIsFree) {
  const std::string note =
      "2 of the free pixels have the grey 205, which map savers use for unknown pixels: "
      "free_thresh is 0.25, above their occupancy 0.196.";
  EXPECT_THAT(ros_world({.free = "0.25"}, "P2 4 1 255 255 205 205 204").notes, Contains(note));
  EXPECT_THAT(ros_world({}, "P2 4 1 255 255 205 205 204").notes,
              ElementsAre("1 pixels are free, 0 occupied, 3 unknown. Unknown pixels are blocked."));
}

TEST(RosMap, GradesBelowAHundredAreFree) {
  const Yaml scale{.occupied = "1.0", .free = "0.0", .more = "mode: scale"};
  const std::string greys = "P2 5 1 255 254 191 127 2 0";  // grades 0, 25, 50, 99, 100
  EXPECT_EQ(ros_cells(scale, greys), "....@");
  EXPECT_THAT(
      ros_world(scale, greys).notes,
      ElementsAre(
          "1 pixels are free, 1 occupied, 0 unknown. Unknown pixels are blocked.",
          "3 pixels have grades from 1 to 99; they are free, and their grades were ignored."));
  const Yaml raw{.negate = "1", .more = "mode: raw"};
  EXPECT_EQ(ros_cells(raw, "P2 5 1 255 0 99 100 101 255"), "..@@@");
  EXPECT_EQ(ros_cells(raw, "P2 5 1 255 0 99 100 101 255", {"unknown=free"}), "..@..");
  EXPECT_THAT(ros_world(raw, "P2 2 1 255 0 99").notes,
              Contains("negate has no effect in mode raw."));
}

TEST(RosMap, ColoursAreAveragedAndTransparencyCountsAsMapServerHasIt) {
  // The mean of the three channels, (255 + 255 + 90) / 3 = 200, counts as unknown. The brightness,
  // which weighs the channels differently, would count as free.
  EXPECT_EQ(ros_cells({}, "P3 1 1 255 255 255 90", {"unknown=free"}), ".");
  EXPECT_EQ(ros_cells({}, "P3 1 1 255 255 255 90"), "@");
  // In mode trinary, alpha counts as a channel. The mean (255 + 0) / 2 counts as unknown.
  EXPECT_EQ(ros_cells({}, png_of({2, 1, 8, 4}, "\0\xff\0\xff\xff"s)), "@.");
  // In mode scale, pixels that are not opaque are unknown.
  const Yaml scale{.more = "mode: scale"};
  EXPECT_EQ(ros_cells(scale, png_of({2, 1, 8, 4}, "\0\xff\xfe\xff\xff"s)), "@.");
}

TEST(RosMap, TheWorldIsInMetresOfTheMapsFrame) {
  // The free pixel is the upper left one.
  WorldFile world =
      ros_world({.resolution = "0.05", .origin = "[-19.000000, +3, 0.0]"}, "P1 2 2 0 1 1 1");
  EXPECT_EQ(world.units.unit, "m");
  const Polygons& polygons = std::get<Polygons>(world.content);
  ASSERT_EQ(polygons.parts.size(), 1U);
  EXPECT_THAT(polygons.parts[0].ring,
              testing::UnorderedElementsAre(Point{-19, 3.05}, Point{-18.95, 3.05},
                                            Point{-18.95, 3.1}, Point{-19, 3.1}));
  EXPECT_TRUE(polygons.parts[0].outline);
}

TEST(RosMap, YawTurnsTheImageAboutItsLowerLeftCorner) {
  const auto centre = [](const std::string& yaw) {
    const WorldFile world =
        ros_world({.resolution = "2", .origin = fmt::format("[10, 20, {}]", yaw)}, "P1 2 1 1 0");
    Point sum{0, 0};
    const Ring& ring = std::get<Polygons>(world.content).parts.at(0).ring;
    for (const Point p : ring) sum = {sum.x + p.x / 4, sum.y + p.y / 4};
    return sum;
  };
  const auto expect_near = [](Point p, double x, double y) {
    EXPECT_NEAR(p.x, x, 1e-9);
    EXPECT_NEAR(p.y, y, 1e-9);
  };
  expect_near(centre("0"), 13, 21);
  expect_near(centre("1.5707963267948966"), 9, 23);
  expect_near(centre("3.141592653589793"), 7, 19);
  expect_near(centre("-1.5707963267948966"), 11, 17);
  EXPECT_THAT(ros_world({.origin = "[0, 0, 3.14]"}, "P1 1 1 0").notes,
              Contains(HasSubstr("rotated by 3.14 radians")));
}

TEST(RosMap, TurningKeepsTheWorld) {
  const std::string image = "P1 5 4 00000 01010 00101 01110";
  const FreeSpace straight = make_free_space(ros_world({}, image));
  for (const std::string yaw : {"1.5707963267948966", "3.14", "0.3", "-2.5"}) {
    SCOPED_TRACE(yaw);
    const FreeSpace turned =
        make_free_space(ros_world({.origin = fmt::format("[1e5, -1e5, {}]", yaw)}, image));
    EXPECT_EQ(turned.component_count(), straight.component_count());
    EXPECT_EQ(turned.hole_count(), straight.hole_count());
    EXPECT_EQ(turned.corners().size(), straight.corners().size());
    EXPECT_NEAR(turned.area(), straight.area(), 1e-6);
  }
}

TEST(RosMap, CellsKeepTheImage) {
  const WorldFile world = ros_world({}, "P1 2 1 0 1", {"cells=true"});
  EXPECT_EQ(world.units.unit, "pixels");
  EXPECT_THAT(world.notes,
              Contains(HasSubstr("resolution (0.5 m per pixel) and origin were left")));
}

TEST(RosMap, KeysInAnyOrderCommentsAndStylesOfYamlAreRead) {
  const TextFile source("map.yaml",
                        "%YAML 1.2\n---\n# saved\nfree_thresh: &f 0.196\norigin:\n  - -1.5\n  - "
                        "\"2\"\n  - 0\n"
                        "image: 'my map.png'  # quoted\nresolution: 5e-2\nnegate: 0\n"
                        "occupied_thresh: 0.65\nelevation: {low: *f}\n");
  EXPECT_TRUE(looks_like_ros_map(source.text()));
  const RosMap map = parse_ros_yaml(source);
  EXPECT_EQ(map.image, "my map.png");
  EXPECT_EQ(map.image_line, 9);
  EXPECT_EQ(map.resolution, 0.05);
  EXPECT_EQ(map.origin, (Point{-1.5, 2}));
  EXPECT_THAT(map.notes,
              ElementsAre("Keys that map_server does not have were left out: 'elevation'."));
}

TEST(RosMap, TheImageLiesBesideTheYamlFile) {
  const TemporaryDirectory folder;
  folder.file("images/map.pgm", "P1 2 2 0 1 0 0");
  const auto map = folder.file("map.yaml", Yaml{.image = "images/map.pgm"}.text());
  EXPECT_EQ(load_free_space(map).area(), 0.75);
  const auto refusal = [&]() -> std::string {
    try {
      read_world(map);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  folder.file("images/map.pgm", "P1 2 2 0 1 0   ");
  EXPECT_THAT(refusal(), HasSubstr("images/map.pgm:1: the file ends here; expected a pixel"));
  const auto image = folder.file("images/map.pgm", "BM not read");
  EXPECT_THAT(refusal(), HasSubstr("expected a PNG, PBM, PGM or PPM image"));
  std::filesystem::remove(image);
  EXPECT_THAT(refusal(), HasSubstr("map.yaml:1: image: no file"));
  std::filesystem::create_directory(image);
  EXPECT_THAT(refusal(), HasSubstr("expected the image of the map"));
}

TEST(RosMap, FaultsNameTheLine) {
  const std::string keys = "expected a ROS map with image, resolution";
  const std::vector<Fault> faults{
      {"", 1, "the file is empty"},
      {"# nothing", 1, "a YAML document without keys; expected the keys"},
      {"just words", 1, "a YAML document without keys"},
      {Yaml{}.text() + "---\nimage: second\n", 7, "a second YAML document begins; expected one"},
      // yaml-cpp's LoadAll() would not return for this text.
      {", 2, 0]\nimage: a\n", 1, "a second YAML document begins; expected one"},
      {Yaml{}.text() + ", 2\n", 7, "invalid YAML: end of map not found"},
      {"levels:\n  L1: {}\n", 1, "no key 'image'; " + keys},
      {"image: a.pgm\n", 1, "no key 'resolution'"},
      {Yaml{}.text() + "negate: 1\n", 7, "the key 'negate' appears twice"},
      {Yaml{.image = "''"}.text(), 1, "image: expected the path of an image"},
      {Yaml{.image = "[a, b]"}.text(), 1, "image: expected a single value"},
      {Yaml{.image = "{"}.text(), 3, "invalid YAML: end of map flow"},
      {Yaml{.image = "*a"}.text(), 1, "invalid YAML: "},
      {Yaml{.resolution = "0"}.text(), 2, "resolution: '0'; expected a number from 1e-06"},
      {Yaml{.resolution = "-0.05"}.text(), 2, "resolution: '-0.05'; expected a number"},
      {Yaml{.resolution = ".nan"}.text(), 2, "'.nan': expected resolution, a finite number"},
      {Yaml{.resolution = "inf"}.text(), 2, "expected resolution, a finite number"},
      {Yaml{.resolution = "5 cm"}.text(), 2, "'5 cm': expected resolution, a finite number"},
      {Yaml{.resolution = ""}.text(), 2, "the key 'resolution' has no value"},
      {Yaml{.origin = "[0, 0]"}.text(), 3, "origin: expected three numbers"},
      {Yaml{.origin = "0"}.text(), 3, "origin: expected three numbers"},
      {Yaml{.origin = "\n  - 0\n  - [1]\n  - 0"}.text(), 5, "y of the origin: expected a single"},
      {Yaml{.origin = "[1e300, 0, 0]"}.text(), 3, "x of the origin: '1e300'; expected a number"},
      {Yaml{.origin = "[0, 0, 1e-300]"}.text(), 3,
       "yaw of the origin: expected 0, or a magnitude of at least 1e-9"},
      {Yaml{.resolution = "1e-5", .origin = "[1e9, 0, 0]"}.text(), 1,
       "doubles cannot represent them"},
      {Yaml{.negate = "2"}.text(), 4, "negate: '2'; expected 0, 1, false, true"},
      {Yaml{.occupied = "65"}.text(), 5, "occupied_thresh: '65'; expected a number from 0 to 1"},
      {Yaml{.free = "-0.1"}.text(), 6, "free_thresh: '-0.1'; expected a number from 0 to 1"},
      {Yaml{.more = "mode: binary\n"}.text(), 7, "mode: 'binary'; expected trinary, scale, raw"},
      {Yaml{.free = "0.7", .more = "mode: scale\n"}.text(), 6,
       "expected less than occupied_thresh"},
      {Yaml{.more = "? [a]\n: 1\n"}.text(), 7, "a key: expected a single value"},
      {Yaml{.more = fmt::format("#{:65536}", "")}.text(), 1, "expected a ROS map of at most"},
      {Yaml{.more = "x: "s.append(5000, '[')}.text(), 7, "invalid YAML: "},
  };
  for (const Fault& fault : faults) {
    expect_fault("map.yaml", fault, [](const std::string& text) {
      const TextFile source("map.yaml", text);
      if (text.empty()) parse_world(source);
      make_ros_world(source, parse_ros_yaml(source), read_image(TextFile("map.pgm", "P1 1 1 0")),
                     {});
    });
  }
}

}  // namespace
}  // namespace fairway::test
