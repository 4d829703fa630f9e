#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/datasets/edge_files.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/datasets/osm_texts.hpp"

namespace fairway::test {
namespace {

class Osm : public EdgeTest {};

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

WorldFile osm_world(const std::string& text, const std::vector<std::string>& options = {}) {
  return read_file_of("a.osm", text, options);
}

/// Returns the width and height of one unit in metres. A unit of these maps is 0.001 degrees.
Point unit() {
  const Box box = make_free_space(read_file_of("a.osm", osm(""))).box();
  return {box.width() / 10, box.height() / 10};
}

/// The free area of a world in square units. It must be a multiple of a quarter.
double osm_area(const std::string& text, const std::vector<std::string>& options = {}) {
  const double area = make_free_space(osm_world(text, options)).area() / (unit().x * unit().y);
  EXPECT_NEAR(area, std::round(area * 4) / 4, 1e-6) << "not whole quarters of a unit";
  return std::round(area * 4) / 4;
}

std::size_t osm_walls(const std::string& text, const std::vector<std::string>& options = {}) {
  return std::get<Polygons>(osm_world(text, options).content).walls.size();
}

TEST_F(Osm, ABuildingIsBlockedAndTheRestOfTheBoxFree) {
  const std::string text = osm(square(1, 2, 2, 3) + way(1, "1 2 3 4 1", "building=yes"));
  EXPECT_EQ(osm_area(text), 100 - 9);
  const WorldFile world = osm_world(text);
  EXPECT_EQ(world.format, "osm");
  EXPECT_EQ(world.units.unit, "m");
  EXPECT_EQ(world.units.origin,
            "lat 0.00500000, lon 0.00500000, the centre of the box; x east, y north");
  const Polygons& polygons = std::get<Polygons>(world.content);
  ASSERT_EQ(polygons.parts.size(), 2U);
  const auto hole = std::ranges::find(polygons.parts, false, &Polygons::Part::outline);
  ASSERT_NE(hole, polygons.parts.end());
  ASSERT_EQ(hole->ring.size(), 4U);
  const Box box = bounding_box(hole->ring);
  EXPECT_NEAR(box.min.x, -3 * unit().x, 1e-9);
  EXPECT_NEAR(box.min.y, -3 * unit().y, 1e-9);
  EXPECT_NEAR(box.max.x, 0, 1e-9);
  EXPECT_NEAR(box.max.y, 0, 1e-9);
  EXPECT_EQ(osm_area(osm(square(1, 2, 2, 3) + way(1, "1 2 3 4 1", "building=no"))), 100);
}

TEST_F(Osm, PlacesAreProjectedAboutTheCentreByTheRadiiThere) {
  const WorldFile world =
      read_file_of("a.osm", osm("",
                                "<bounds minlon='24.9' minlat='60' maxlon='25.1' "
                                "maxlat='60.2'/>\n"));
  EXPECT_EQ(world.units.origin,
            "lat 60.10000000, lon 25.00000000, the centre of the box; x east, y north");
  // At 60.1 N, a thousandth of a degree is 55.63 m along a parallel and 111.41 m along a meridian.
  const Box box = make_free_space(WorldFile(world)).box();
  EXPECT_NEAR(box.width() / 200, 55.632, 0.001);
  EXPECT_NEAR(box.height() / 200, 111.414, 0.001);
  EXPECT_EQ(box.min.x, -box.max.x);
  // The relative error of lengths at the edge of the box is tan(60.1 degrees) * (0.1 degrees in
  // radians).
  EXPECT_THAT(world.notes, Contains("The projection changes lengths in the box by at most 0.3 %."));
}

TEST_F(Osm, CourtyardsAreFree) {
  const std::string nodes = square(1, 1, 1, 6) + square(5, 3, 3, 2);
  const std::string outer = way(1, "1 2 3") + way(2, "1 4 3");  // the second way is reversed
  const std::string text =
      osm(nodes + outer + way(3, "5 6 7 8 5") +
          relation(1, "1 outer 2 outer 3 inner", "type=multipolygon building=yes"));
  EXPECT_EQ(osm_area(text), 100 - 36 + 4);
  EXPECT_EQ(make_free_space(osm_world(text)).component_count(), 2U);
}

TEST_F(Osm, ABuildingInACourtyardIsBlocked) {
  EXPECT_EQ(osm_area(osm(square(1, 1, 1, 6) + square(5, 3, 3, 2) + way(1, "1 2 3 4 1") +
                         way(3, "5 6 7 8 5", "building=yes") +
                         relation(1, "1 outer 3 inner", "type=multipolygon building=yes"))),
            100 - 36);
}

TEST_F(Osm, OuterWaysOfARelationCountOnce) {
  const std::string text =
      osm(square(1, 1, 1, 6) + square(5, 3, 3, 2) + way(1, "1 2 3 4 1", "building=yes") +
          way(3, "5 6 7 8 5") + relation(1, "1 outer 3 inner", "type=multipolygon building=yes"));
  EXPECT_EQ(osm_area(text), 100 - 36 + 4);
  EXPECT_THAT(osm_world(text).notes,
              Contains("1 outer ways of multipolygons have the same tag as their relation. Each of "
                       "these multipolygons counts as one area."));
}

TEST_F(Osm, TagsOfAnOuterWayServeARelationWithoutTags) {
  const std::string text =
      osm(square(1, 1, 1, 6) + square(5, 3, 3, 2) + way(1, "1 2 3 4 1", "building=yes") +
          way(3, "5 6 7 8 5") + relation(1, "1 outer 3 inner", "type=multipolygon"));
  EXPECT_EQ(osm_area(text), 100 - 36 + 4);
  EXPECT_THAT(osm_world(text).notes, Contains(HasSubstr("1 multipolygons have no tags")));
  // The relation has tags that describe a park. The way of its outer ring is a building. The tags
  // of the relation must not apply to the ways of the relation.
  EXPECT_EQ(osm_area(osm(square(1, 1, 1, 6) + square(5, 3, 3, 2) +
                         way(1, "1 2 3 4 1", "building=yes") + way(3, "5 6 7 8 5") +
                         relation(1, "1 outer 3 inner", "type=multipolygon leisure=park"))),
            100 - 36);
}

TEST_F(Osm, ARelationMayHaveSeveralOuterWays) {
  EXPECT_EQ(
      osm_area(osm(square(1, 1, 1, 2) + square(5, 5, 5, 3) + way(1, "1 2 3 4 1") +
                   way(3, "5 6 7 8 5") +
                   relation(1, "1 outer 3 outer 3 outer", "type=multipolygon landuse=basin"))),
      100 - 4 - 9);
}

TEST_F(Osm, WaterIsBlockedByFourTags) {
  for (const char* const tag :
       {"natural=water", "waterway=riverbank", "landuse=reservoir", "landuse=basin"}) {
    EXPECT_EQ(osm_area(osm(square(1, 2, 2, 3) + way(1, "1 2 3 4 1", tag))), 91) << tag;
  }
  EXPECT_EQ(osm_area(osm(square(1, 2, 2, 3) + way(1, "1 2 3 4 1", "landuse=forest"))), 100);
}

TEST_F(Osm, WhatReachesOverTheBoxIsClipped) {
  EXPECT_EQ(osm_area(osm(square(1, -2, 8, 5) + way(1, "1 2 3 4 1", "building=yes"))), 100 - 6);
  const std::string beyond = osm(square(1, 20, 8, 5) + way(1, "1 2 3 4 1", "building=yes"));
  EXPECT_EQ(osm_area(beyond), 100);
  EXPECT_THAT(osm_world(beyond).notes,
              Contains("1 obstacles were left out, because they lie outside the box."));
  // The building surrounds the whole box, so no free space is left. None of its nodes is inside the
  // box.
  EXPECT_THROW(
      make_free_space(osm_world(osm(square(1, -5, -5, 20) + way(1, "1 2 3 4 1", "building=yes")))),
      InputError);
  EXPECT_EQ(osm_walls(osm(node(1, -3, 5) + node(2, 13, 5) + way(1, "1 2", "barrier=fence"))), 1U);
}

TEST_F(Osm, BarriersAreWallsOfZeroWidth) {
  const std::string text = osm(node(1, 0, 5) + node(2, 5, 5, "barrier=gate") + node(3, 10, 5) +
                               node(4, 7, 7, "barrier=bollard") + way(1, "1 2 3", "barrier=fence"));
  EXPECT_EQ(osm_area(text), 100);
  EXPECT_EQ(osm_walls(text), 2U);
  EXPECT_EQ(make_free_space(osm_world(text)).component_count(), 2U);
  const auto notes = osm_world(text).notes;
  EXPECT_THAT(notes,
              Contains("2 nodes with a tag barrier, such as bollards and gates, were left out."));
  EXPECT_THAT(notes,
              Contains("1 of these nodes lie on a barrier line. They do not open the line."));
  EXPECT_THAT(
      notes,
      Contains("Number of barrier lines in the file, by value of the tag barrier: 1 'fence'."));
}

TEST_F(Osm, ClosedBarriersAreAreasOnlyIfTheySaySo) {
  const std::string nodes = square(1, 2, 2, 3);
  const std::string line = osm(nodes + way(1, "1 2 3 4 1", "barrier=hedge"));
  EXPECT_EQ(osm_area(line), 100);
  EXPECT_EQ(osm_walls(line), 4U);
  EXPECT_EQ(osm_area(osm(nodes + way(1, "1 2 3 4 1", "barrier=hedge area=yes"))), 91);
}

TEST_F(Osm, BarriersThatOnePassesAreLeftOut) {
  for (const char* const value : {"kerb", "entrance", "bollard"}) {
    const std::string text =
        osm(node(1, 2, 2) + node(2, 5, 5) + way(1, "1 2", fmt::format("barrier={}", value)));
    EXPECT_EQ(osm_walls(text), 0U) << value;
    EXPECT_THAT(osm_world(text).notes,
                Contains(HasSubstr("1 barrier lines were left out, because they are kerbs")));
  }
  EXPECT_EQ(osm_walls(osm(node(1, 2, 2) + node(2, 5, 5) + way(1, "1 2", "barrier=no"))), 0U);
}

TEST_F(Osm, OutlinesThatLackNodesAreLeftOutByName) {
  const std::string text = osm(square(1, 2, 2, 3) + way(17, "1 2 9 4 1", "building=yes") +
                               way(18, "1 2 9 3 4", "barrier=wall"));
  EXPECT_EQ(osm_area(text), 100);
  EXPECT_EQ(osm_walls(text), 2U);
  const auto notes = osm_world(text).notes;
  EXPECT_THAT(
      notes,
      Contains(
          "1 outlines were left out, because some of their nodes are not in the file: way 17."));
  EXPECT_THAT(notes, Contains(HasSubstr("1 barriers have nodes that are not in the file")));
}

TEST_F(Osm, RelationsThatAreNotWholeAreLeftOutByName) {
  const std::string nodes = square(1, 1, 1, 6) + way(1, "1 2 3");
  EXPECT_THAT(
      osm_world(osm(nodes + relation(5, "1 outer 9 outer", "type=multipolygon building=yes")))
          .notes,
      Contains("1 multipolygons were left out, because some of their members are relations or are "
               "not in the file: relation 5."));
  EXPECT_THAT(
      osm_world(osm(nodes + relation(6, "1 outer", "type=multipolygon building=yes"))).notes,
      Contains("1 outlines were left out, because they do not close: relation 6."));
  EXPECT_THAT(osm_world(osm(nodes + way(7, "1 2 3", "building=yes"))).notes,
              Contains("1 outlines were left out, because they do not close: way 7."));
}

TEST_F(Osm, OutlinesThatCrossThemselvesAreResolvedAndNamed) {
  const std::string bow = osm(square(1, 2, 2, 4) + way(3, "1 2 4 3 1", "building=yes"));
  EXPECT_EQ(osm_area(bow), 100 - 8);
  EXPECT_THAT(osm_world(bow).notes, Contains(testing::EndsWith("number of times: way 3.")));
  EXPECT_THAT(osm_world(osm(square(1, 2, 2, 4) + way(3, "1 2 3 4 1", "building=yes"))).notes,
              Not(Contains(HasSubstr("cross or cover"))));
}

TEST_F(Osm, WhatLiesUndergroundIsLeftOut) {
  for (const char* const tag : {"layer=-1", "location=underground", "tunnel=yes"}) {
    const std::string text =
        osm(square(1, 2, 2, 3) + way(1, "1 2 3 4 1", fmt::format("building=yes {}", tag)));
    EXPECT_EQ(osm_area(text), 100) << tag;
    EXPECT_THAT(osm_world(text).notes,
                Contains(HasSubstr(
                    "1 objects were left out, because their tag layer, location or tunnel")));
  }
  EXPECT_EQ(
      osm_area(osm(square(1, 2, 2, 3) + way(1, "1 2 3 4 1", "building=yes layer=1 tunnel=no"))),
      91);
}

TEST_F(Osm, ObstaclesAreChosen) {
  const std::string text =
      osm(square(1, 1, 1, 2) + square(5, 5, 5, 3) + way(1, "1 2 3 4 1", "building=yes") +
          way(2, "5 6 7 8 5", "natural=water") + way(3, "1 7", "barrier=wall"));
  EXPECT_EQ(osm_area(text), 100 - 4 - 9);
  EXPECT_EQ(osm_area(text, {"obstacles=building"}), 100 - 4);
  EXPECT_EQ(osm_area(text, {"obstacles=water"}), 100 - 9);
  EXPECT_EQ(osm_area(text, {"obstacles=barrier"}), 100);
  EXPECT_EQ(osm_walls(text, {"obstacles=barrier"}), 1U);
  EXPECT_EQ(osm_walls(text, {"obstacles=building,water"}), 0U);
}

TEST_F(Osm, TheBoxIsAskedForOrStatedOrThatOfTheNodes) {
  const std::string building = square(-4, 2, 2, 4) + way(-1, "-4 -3 -2 -1 -4", "building=yes");
  const auto notes = osm_world(osm(building)).notes;
  EXPECT_THAT(notes, Contains("The box is the file's box, "
                              "0.0000000,0.0000000,0.0100000,0.0100000."));
  EXPECT_EQ(osm_world(osm(building), {"box=0.004,0.004,0.012,0.012"}).units.origin,
            "lat 0.00800000, lon 0.00800000, the centre of the box; x east, y north");
  const double area =
      make_free_space(osm_world(osm(building), {"box=0.004,0.004,0.012,0.012"})).area();
  EXPECT_NEAR(area / unit().x / unit().y, 64 - 4, 1e-5);
  const std::string boxless = osm(building + node(9, 0, 0) + node(10, 10, 10), "");
  EXPECT_EQ(osm_area(boxless), 100 - 16);
  EXPECT_THAT(osm_world(boxless).notes, Contains(HasSubstr("The file states no box")));
}

TEST_F(Osm, DeletedObjectsAndCoastlinesAreNoted) {
  const auto notes =
      osm_world(osm("<node id='1' visible='false'/>\n" + way(1, "1", "natural=coastline"))).notes;
  EXPECT_THAT(notes,
              Contains("1 objects were left out, because the file marks them as not visible."));
  EXPECT_THAT(notes, Contains("1 coastlines were left out: the sea is free."));
}

TEST_F(Osm, FaultsAreReportedWithTheirLine) {
  const std::vector<Fault> faults{
      {"<osm version='0.6'>\n<node id='1' lat='0' lon='0'>\n", 3, "no element found"},
      {"<osm version='0.6'>\n<node></way>\n</osm>\n", 2, "mismatched tag"},
      {"<osm version='0.6'>\n<node id=1/>\n</osm>\n", 2, "not well-formed"},
      {"<osm version='0.6'>\n</osm>\n<osm/>\n", 3, "junk after document element"},
      {"<osm>\n</osm>\n", 0, "Can not read file without version"},
      {"<osm version='0.5'>\n</osm>\n", 0, "Can not read file with version 0.5"},
      {osm("<node id='1' lat='0' lon='x'/>\n"), 0, "wrong format for coordinate: 'x'"},
      {osm("<node id='1' lat='0' lon='5y'/>\n"), 0, "characters after coordinate: 'y'"},
      {osm(node(1, 0, 0) + "<node id='1'/>\n"), 0, "node 1 has no coordinates"},
      {osm("<node id='1' lat='91' lon='0'/>\n"), 0, "node 1 is at lat 91, lon 0"},
      {osm("<node id='-7' lat='1' lon='180.5'/>\n"), 0, "node -7 is at lat 1, lon 180.5"},
      {osm(node(1, 0, 0) + node(2, 0, 1) + node(1, 1, 0)), 0, "node 1 occurs twice"},
      {osm(way(3, "1 2") + way(3, "1 2")), 0, "way 3 occurs twice"},
      {osm(relation(3, "", "type=multipolygon") + relation(3, "", "type=multipolygon")), 0,
       "relation 3 occurs twice"},
      {osm("<node id='1e9' lat='0' lon='0'/>\n"), 0, "illegal id: '1e9'"},
      {osm("<node id='99999999999999999999' lat='0' lon='0'/>\n"), 0, "illegal id"},
      {osm("<way id='1'>\n<nd ref='x'/></way>\n"), 0, "illegal id: 'x'"},
      {osm("<way id='1'>\n<node/></way>\n"), 0, "Unknown element in <way>: node"},
      {osm("<relation id='1'>\n<member type='way'/></relation>\n"), 0, "Missing ref"},
      {osm("<relation id='1'>\n<member type='area' ref='1'/></relation>\n"), 0, "Unknown type"},
      {osm("<a><b><c/></b></a>\n"), 0, "nested too deep"},
      {osm("", "<bounds minlon='0' minlat='0' maxlon='0' maxlat='1'/>\n"), 0, "has no area"},
      {osm("", "<bounds minlon='0' minlat='0' maxlon='1' maxlat='90'/>\n"), 0, "up to a pole"},
      {osm("", "<bounds minlon='0' minlat='0' maxlon='1' maxlat='x'/>\n"), 0, "wrong format"},
      {osm("", "<bounds minlon='0' minlat='0' maxlon='1' maxlat='91'/>\n"), 0, "has no area"},
      {osm("", ""), 0, "the file has no nodes"},
      {osm(node(1, 0, 0), ""), 0, "has no area"},
  };
  for (const Fault& fault : faults) {
    expect_fault("a.osm", fault, [](const std::string& text) { osm_world(text); });
  }
}

TEST_F(Osm, WrongOptionsAreRefused) {
  const auto expect = [](const std::string& option, const std::string& words) {
    expect_fault("--read", {osm(""), 0, words},
                 [&](const std::string& text) { osm_world(text, {option}); });
  };
  expect("box=1,2,3", "box");
  expect("box=1,2,3,x", "box");
  expect("box=1,2,1,4", "has no area");
  expect("box=1,2,181,4", "expected degrees from -180 to 180");
  expect("box=1,-91,2,4", "expected degrees from -90 to 90");
  expect("box=1,2,3,90", "up to a pole");
  expect("obstacles=tree", "expected building, barrier or water");
  expect("layers=1", "layers");
}

}  // namespace
}  // namespace fairway::test
