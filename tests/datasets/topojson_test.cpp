#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/datasets/edge_files.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway {
namespace {

using test::expect_fault;
using test::Fault;

class TopoJson : public test::EdgeTest {};
using PublicTopoJson = TopoJson;

WorldFile topojson_world(const std::string& text, const std::string& option = "") {
  return test::read_file_of("a.json", text,
                            option.empty() ? std::vector<std::string>() : std::vector{option});
}
WorldFile plain_topojson_world(const std::string& text) { return topojson_world(text); }

std::string topology(const std::string& objects, const std::string& arcs,
                     const std::string& more = "") {
  return "{\"type\":\"Topology\",\n\"objects\":" + objects + ",\n\"arcs\":" + arcs + more + "}";
}

/// Two squares of side 2 with a common side on x = 2. Arc 0 is this side, from bottom to top.
const std::string kArcs = "[[[2,0],[2,2]],[[2,2],[0,2],[0,0],[2,0]],[[2,0],[4,0],[4,2],[2,2]]]";
const std::string kTwo =
    R"({"a":{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[0,1]]}]},
"b":{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[2,-1]]}]}})";

TEST_F(TopoJson, SharedArcsAreNoWalls) {
  const FreeSpace space = make_free_space(topojson_world(topology(kTwo, kArcs)));
  EXPECT_EQ(space.area(), 8);
  EXPECT_EQ(space.component_count(), 1);
  EXPECT_EQ(make_free_space(topojson_world(topology(kTwo, kArcs), "floor=b")).area(), 4);
  EXPECT_EQ(make_free_space(topojson_world(topology(kTwo, kArcs), "floor=a,b")).area(), 8);
}

TEST_F(TopoJson, StepsAddUpAndSeaIsTheRestOfTheBox) {
  // A square of side 2 at (10, 20) with a hole of side 1, and an island of one triangle.
  const std::string arcs =
      "[[[0,0],[4,0],[0,4],[-4,0],[0,-4]],[[1,1],[0,2],[2,0],[0,-2],[-2,0]],"
      "[[8,0],[2,0],[0,2],[0,0],[-2,-2]]]";
  const std::string text = topology(
      R"({"land":{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[0],[1]]},
{"type":"MultiPolygon","arcs":[[[2]]]},{"type":"LineString","arcs":[0]},{"type":null}]}})",
      arcs, R"(,"transform":{"scale":[0.5,0.5],"translate":[10,20]})");
  const WorldFile land = topojson_world(text);
  EXPECT_EQ(land.units.unit, "degrees");
  // The LineString of the layer is the outer ring of the square with the hole. Its four segments
  // are walls on the border of the land.
  EXPECT_THAT(land.notes, testing::Contains("4 pieces of walls outside free space or on its border "
                                            "were dropped."));
  const FreeSpace space = make_free_space(WorldFile(land));
  EXPECT_EQ(space.area(), 3.5);
  EXPECT_EQ(space.box().min, (Point{10, 20}));
  EXPECT_EQ(space.box().max, (Point{15, 22}));
  const FreeSpace sea = make_free_space(topojson_world(text, "obstacles=land"));
  // The sea is the box without the land. As an obstacle, the closed line around the land also
  // blocks the hole in the land.
  EXPECT_EQ(sea.area(), 10 - 3.5 - 1);
}

TEST_F(TopoJson, RingsAreCutAtTheAntimeridianAndLedToThePole) {
  // The world has an island that extends 10 degrees to each side of the antimeridian, with a lake
  // on each side of the antimeridian. It also has Antarctica.
  const std::string arcs =
      "[[[170,0],[-170,0],[-170,10],[170,10],[170,0]],[[172,2],[172,4],[174,4],[172,2]],"
      "[[-174,2],[-174,4],[-172,4],[-174,2]],[[-180,-80],[-60,-80],[60,-70],[180,-80],[-180,-80]]]";
  const std::string objects = R"({"a":{"type":"GeometryCollection","geometries":[
{"type":"Polygon","arcs":[[0],[1],[2]]}]},
"b":{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[3]]}]}})";
  const auto area = [&](const std::string& option) {
    return make_free_space(topojson_world(topology(objects, arcs), option));
  };
  const FreeSpace island = area("floor=a");
  EXPECT_EQ(island.area(), 200 - 2 - 2);
  EXPECT_EQ(island.component_count(), 2);
  EXPECT_EQ(island.box().min, (Point{-180, 0}));
  EXPECT_EQ(island.box().max, (Point{180, 10}));
  EXPECT_EQ(area("floor=b").area(), 360 * 10 + 120 * 10);
  EXPECT_EQ(area("floor=b").box().min, (Point{-180, -90}));
  EXPECT_EQ(area("obstacles=a,b").area(), 360 * 90 - 196 - 120 * 10);
  EXPECT_EQ(topojson_world(topology(objects, arcs)).units.unit, "degrees");
  // These coordinates exceed the range of degrees, so they must not be cut at the antimeridian.
  EXPECT_EQ(make_free_space(topojson_world(topology(R"({"a":{"type":"Polygon","arcs":[[0]]}})",
                                                    "[[[0,0],[200,0],[200,200],[0,200],[0,0]]]")))
                .area(),
            40000);
}

TEST_F(TopoJson, FaultsAreRefused) {
  const std::string one = R"({"a":{"type":"Polygon","arcs":[[0,1]]}})";
  const Fault faults[] = {
      {"{\"Topology\" \"arcs\"", 1, "the format is unknown"},
      {topology("{}", kArcs), 0, "expected"},
      {topology(R"({"a":{"type":"Polygon","arcs":[[0]]}})", kArcs), 1, "expected at least one"},
      {topology(one, "[[[0,0],[1,1e99]]]"), 1, "expected at least one"},
      {topology(R"({"a":{"type":"Polygon","arcs":[[0]]}})",
                "[[[0,0],[170,0],[-60,1],[100,1],[-100,2],[60,2],[-130,3],[0,4],[0,0]]]"),
       1, "more than once"},
  };
  for (const Fault& fault : faults) expect_fault("a.json", fault, plain_topojson_world);
  expect_fault("--read", {topology(kTwo, kArcs), 0, "'c' selects nothing; expected a layer"},
               [](const std::string& text) { topojson_world(text, "floor=c"); });
}

TEST_F(PublicTopoJson, FilesAreReadWithoutLoss) {
  const auto datasets = test::public_datasets();
  if (!datasets || !std::filesystem::exists(*datasets / "natural-earth")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  for (const char* const file : {"natural-earth/land-110m.json", "natural-earth/land-50m.json",
                                 "formats/topojson/es-provinces.json"}) {
    SCOPED_TRACE(file);
    const WorldFile world = read_world(*datasets / file);
    EXPECT_EQ(world.format, "topojson");
    const FreeSpace space = make_free_space(WorldFile(world));
    const TextFile written("written.world", format_world(space));
    EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
  }
  // The layers of provinces and of regions cover the same country.
  const auto area = [&](const std::string& object) {
    return load_free_space(*datasets / "formats/topojson/es-provinces.json",
                           MapOptions::of_command_line({"floor=" + object}))
        .area();
  };
  EXPECT_DOUBLE_EQ(area("provinces"), area("autonomous_regions"));
}

}  // namespace
}  // namespace fairway
