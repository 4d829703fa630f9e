#include "datasets/geojson.hpp"

#include <gtest/gtest.h>

#include "datasets/outlines.hpp"
#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

WorldFile geojson_world(const std::string& text) { return parse_geojson(TextFile("a.json", text)); }
Polygons geojson_polygons(const std::string& text) {
  return std::get<Polygons>(geojson_world(text).content);
}

const std::string kRing = "[[0,0],[4,0],[4,4],[0,4],[0,0]]";
const std::string kHole = "[[1,1],[1,2],[2,1],[1,1]]";

std::string polygon(const std::string& rings) {
  return R"({"type":"Polygon","coordinates":[)" + rings + "]}";
}

void expect_square_with_hole(const Polygons& read) {
  ASSERT_EQ(read.parts.size(), 2U);
  EXPECT_TRUE(read.parts[0].outline);
  EXPECT_EQ(read.parts[0].ring, (Ring{{0, 0}, {4, 0}, {4, 4}, {0, 4}}));
  EXPECT_FALSE(read.parts[1].outline);
  EXPECT_EQ(read.parts[1].ring, (Ring{{1, 1}, {1, 2}, {2, 1}}));
}

TEST(GeoJson, ReadsEveryContainerOfPolygons) {
  const std::string rings = kRing + "," + kHole;
  const std::string plain = polygon(rings);
  expect_square_with_hole(geojson_polygons(plain));
  expect_square_with_hole(
      geojson_polygons(R"({"coordinates":[)" + rings + R"(],"type":"Polygon"})"));
  expect_square_with_hole(
      geojson_polygons(R"({"type":"MultiPolygon","coordinates":[[)" + rings + "]]}"));
  expect_square_with_hole(
      geojson_polygons(R"({"type":"GeometryCollection","geometries":[)" + plain + "]}"));
  const std::string feature =
      R"({"type":"Feature","properties":{"a":[1,{}]},"geometry":)" + plain + "}";
  expect_square_with_hole(geojson_polygons(feature));
  expect_square_with_hole(geojson_polygons(
      R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":null,"geometry":null},)" +
      feature + "]}"));
}

TEST(GeoJson, ReadsBareRingsClosedOrNot) {
  expect_square_with_hole(geojson_polygons("[" + kRing + ",[[1,1],[1,2],[2,1]]]"));
}

TEST(GeoJson, IgnoresAltitudeAndReadsEveryNumber) {
  const Polygons read =
      geojson_polygons(polygon("[[0,0,7],[1e1,-0.5],[18446744073709551616,2E-3],[0,0,7]]"));
  EXPECT_EQ(read.parts[0].ring, (Ring{{0, 0}, {10, -0.5}, {18446744073709551616.0, 2e-3}}));
}

TEST(GeoJson, KnowsTheLineOfEveryPosition) {
  const WorldFile world =
      geojson_world("[\n[[0,0],\n[4,0\n]\n,[4,\n4\n]],\n\n[\n[1,1],[1,2],\r\n[2,1]]\n]");
  EXPECT_EQ(world.lines, (std::vector<std::vector<int>>{{2, 3, 5}, {10, 10, 11}}));
}

TEST(GeoJson, NamesLineAndExpectationOfEveryFault) {
  const Fault faults[] = {
      {"", 1, "invalid JSON"},
      {"{\n\"type\"", 2, "invalid JSON"},
      {"[[[0,0],\n[1,0],\n[0,1", 3, "invalid JSON"},
      {"[[[0,0],[1,0],[0,1]]]\n\n x", 3, "invalid JSON"},
      {"[[[0,0],\n[NaN,0],[0,1]]]", 2, "invalid JSON"},
      {"[[[0,0],\n[1e999,0],[0,1]]]", 2, "too big"},
      {"[[[0,0],\n[1e99,0],[0,1]]]", 2, "magnitude"},
      {std::string(100, '['), 1, "nested deeper"},
      {"7", 1, "neither an object nor an array"},
      {"[]", 1, "a polygon without rings"},
      {"[\n[]]", 2, "without positions"},
      {"[\n[[]]]", 2, "a position"},
      {"[\n[[1]]]", 2, "a position"},
      {"[\n[1,2]]", 2, "a position"},
      {"[\n[[1,\"2\"]]]", 2, "a number"},
      {"[\n[[1,\n[2]]]]", 3, "a number"},
      {"{}", 1, "without a 'type'"},
      {R"({"type":7})", 1, "without a 'type'"},
      {R"({"type":"Point","coordinates":[1,2]})", 1, "no polygon in the file"},
      {"{\n\"type\":\"Topology\"}", 2, "'Topology' describes no area"},
      {R"({"type":"LineString","coordinates":[]})", 1, "an array of two positions at least"},
      {"{\"type\":\"LineString\",\"coordinates\":[[0,0],\n[1]]}", 2, "a position"},
      {R"({"type":"LineString","coordinates":[[0,0],[1,1]]})", 1, "no polygon in the file"},
      {R"({"type":"Polygon"})", 1, "without an array 'coordinates'"},
      {"{\"type\":\"Polygon\",\n\"coordinates\":7}", 2, "without an array 'coordinates'"},
      {R"({"type":"Feature"})", 1, "without 'geometry'"},
      {R"({"type":"Feature","geometry":[]})", 1, "expected an object"},
      {R"({"type":"FeatureCollection","features":{}})", 1, "without an array 'features'"},
      {R"({"type":"FeatureCollection","features":[]})", 1, "no polygon in the file"},
      {R"({"type":"MultiPolygon","coordinates":[7]})", 1, "an array of rings"},
      // Regression: if an object had two members of one name, the code silently used the first.
      {"{\"type\":\"Polygon\",\n\"coordinates\":[[[0,0],[1,0],[0,1],[0,0]]],\n"
       "\"coordinates\":[]}",
       3, "a second member 'coordinates' of one object; expected one"},
      {R"({"type":"Feature","geometry":null,"properties":{"a":1,"b":2,"a":1}})", 1,
       "a second member 'a'"},
      {polygon("[[0,0],[1,0],\n[0,1]]"), 2, "expected its first position (0, 0) again"},
  };
  for (const Fault& fault : faults) expect_fault("a.json", fault, geojson_world);
}

TEST(GeoJson, LinesAreWallsAndPointsAreLeftOut) {
  const WorldFile world = geojson_world(
      "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"LineString\",\"coordinates\":"
      "[[1,1],\n[2,1],\n[2,2]]},{\"type\":\"Point\",\"coordinates\":[1,3]},\n"
      "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[4,0],[4,4],[0,4],[0,0]]]},"
      "{\"type\":\"MultiLineString\",\"coordinates\":[[[3,3],[4,4]]]}]}");
  const auto& geojson_polygons = std::get<Polygons>(world.content);
  ASSERT_EQ(geojson_polygons.walls.size(), 3u);
  EXPECT_EQ(geojson_polygons.walls[1].a, (Point{2, 1}));
  EXPECT_EQ(geojson_polygons.walls[1].b, (Point{2, 2}));
  EXPECT_EQ(world.lines, (std::vector<std::vector<int>>{{4, 4, 4, 4}, {2}, {3}, {4}}));
  EXPECT_EQ(world.notes, std::vector<std::string>{"1 points were left out."});
  EXPECT_EQ(
      make_free_space(geojson_world(polygon("[[0,0],[4,0],[4,4],[0,4],[0,0]]"))).walls().size() + 3,
      make_free_space(WorldFile(world)).walls().size());
}

TEST(GeoJson, FaultsOfTheWorldNameTheLineOfTheRing) {
  const auto build = [](const std::string& text) { make_free_space(geojson_world(text)); };
  expect_fault("a.json", {"[" + kRing + ",\n[[1,1],[2,2],[1,1]]]", 2, "2 points"}, build);
  expect_fault("a.json", {"[[[0,0],[4,0],\n[0,4],\n[4,4]]]", 1, "crosses"}, build);
  expect_fault("a.json", {"[[[0,0],[4,0],[4,4]],[[0,0],[4,0],[4,4]]]", 1, "no free space"}, build);
}

TEST(GeoJson, WritesWorldsThatReadBackTheSame) {
  int written = 0;
  for (const auto& worlds : {fixture_worlds(), random_worlds(11, 6), extreme_worlds()}) {
    for (const World& world : worlds) {
      SCOPED_TRACE(world.name);
      const FreeSpace space = build(world);
      const auto walls = space.walls();
      const bool zero_width = std::any_of(walls.begin(), walls.end(), [](const Wall& wall) {
        return wall.free_left && wall.free_right;
      });
      if (zero_width) {
        EXPECT_THROW(format_geojson(outlines_of(space)), InvalidWorld);
        continue;
      }
      const FreeSpace read = make_free_space(geojson_world(format_geojson(outlines_of(space))));
      EXPECT_EQ(read.content_hash(), space.content_hash());
      EXPECT_EQ(read.component_count(), space.component_count());
      ++written;
    }
  }
  EXPECT_GT(written, 10);
}

TEST(GeoJson, WritesDoublesThatReadBackExactly) {
  const Ring ring{{0.1, 1.0 / 3}, {1e-7, 4e20}, {-2.5, 123456789.123456789}};
  EXPECT_EQ(geojson_polygons(format_geojson(Polygons{{{ring, true}}})).parts[0].ring, ring);
}

TEST(GeoJson, PutsEachHoleInTheSmallestOutlineRoundIt) {
  const auto square = [](double low, double high) {
    return Ring{{low, low}, {high, low}, {high, high}, {low, high}};
  };
  const Polygons nested{
      {{square(0, 9), true}, {square(3, 6), true}, {square(4, 5), false}, {square(1, 8), false}}};
  const Polygons read = geojson_polygons(format_geojson(nested));
  ASSERT_EQ(read.parts.size(), 4U);
  EXPECT_EQ(read.parts[1].ring, square(1, 8));
  EXPECT_EQ(read.parts[3].ring, square(4, 5));
  EXPECT_THROW(format_geojson(Polygons{{{square(0, 9), true}, {square(10, 11), false}}}),
               InvalidWorld);
}

TEST(Outlines, OfRasterPinchesAreSimpleRings) {
  const World world{"pinch", [] {
                      Raster raster(4, 4, 1);
                      raster.set(1, 1, Raster::kBlocked);
                      raster.set(2, 2, Raster::kBlocked);
                      return raster;
                    }()};
  const Polygons outlines = outlines_of(build(world));
  ASSERT_EQ(outlines.parts.size(), 3U);
  for (const Polygons::Part& part : outlines.parts) {
    EXPECT_EQ(part.ring.size(), 4U);
    EXPECT_EQ(part.outline, &part == &outlines.parts[0]);
  }
}

}  // namespace
}  // namespace fairway::test
