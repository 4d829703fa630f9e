#include "datasets/formats/wkt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/datasets/expect_fault.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway {
namespace {

using test::expect_fault;
using test::Fault;

WorldFile wkt_world(const std::string& text) { return parse_wkt(TextFile("a.wkt", text)); }
FreeSpace wkt_space(const std::string& text) { return make_free_space(wkt_world(text)); }

TEST(Wkt, PolygonsAreFreeAndLinesAreWalls) {
  const FreeSpace one = wkt_space("POLYGON((0 0,8 0,8 8,0 8,0 0),(2 2,2 4,4 4,4 2,2 2))");
  EXPECT_EQ(one.area(), 60);
  EXPECT_EQ(one.hole_count(), 1);
  EXPECT_EQ(wkt_space("multipolygon (((0 0,1 0,1 1,0 0)), ((3 0,4 0,4 1,3 0)))").component_count(),
            2);
  const WorldFile nested = wkt_world(
      "GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POLYGON Z((0 0 7,8 0 7,8 8 7,0 8 7,0 0 7))),\n"
      "LINESTRING(1 1,5 1), MULTILINESTRING((2 2,2 4),(9 9,10 9)), POINT(1 2), POINT EMPTY,\n"
      "MULTIPOINT((1 1),(2 2)), MULTIPOINT(3 3), GEOMETRYCOLLECTION EMPTY)");
  EXPECT_EQ(std::get<Polygons>(nested.content).walls.size(), 2u);
  EXPECT_THAT(nested.notes, testing::Contains("4 points were left out."));
  EXPECT_THAT(nested.notes,
              testing::Contains("1 pieces of walls outside free space or on its border were "
                                "dropped."));
}

TEST(Wkt, OverlappingAndAdjoiningPolygonsAreOneArea) {
  const FreeSpace overlapping =
      wkt_space("POLYGON((0 0,4 0,4 4,0 4,0 0));\nPOLYGON((2 2,6 2,6 6,2 6,2 2))");
  EXPECT_EQ(overlapping.area(), 28);
  EXPECT_EQ(overlapping.component_count(), 1);
  const FreeSpace neighbours =
      wkt_space("MULTIPOLYGON(((0 0,4 0,4 4,0 4,0 0)),((4 0,8 0,8 4,4 4,4 0)))");
  EXPECT_EQ(neighbours.area(), 32);
  EXPECT_EQ(neighbours.component_count(), 1);
  EXPECT_EQ(wkt_space("POLYGON((0 0,8 0,8 8,0 8,0 0),(2 2,2 6,6 6,6 2,2 2))\n"
                      "POLYGON((3 3,9 3,9 5,3 5,3 3))")
                .area(),
            64 - 16 + 3 * 2 + 1 * 2);
}

TEST(Wkt, IsToldFromItsContent) {
  for (const std::string text :
       {" \n polygon ((0 0,1 0,1 1,0 0))", "SRID=4326;POLYGON((0 0,1 0,1 1,0 0))",
        "MULTIPOLYGON Z (((0 0 1,1 0 1,1 1 1,0 0 1)))"}) {
    EXPECT_TRUE(begins_as_wkt(text)) << text;
    EXPECT_EQ(world_format_of(text), WorldFormat::kWkt) << text;
    EXPECT_EQ(wkt_space(text).area(), 0.5) << text;
  }
  for (const std::string text : {"POLYGON", "POLYGONS ((0 0))", "", "POINTS: 3", "SRID 7"}) {
    EXPECT_FALSE(begins_as_wkt(text)) << text;
  }
}

TEST(Wkt, FaultsNameTheLine) {
  const Fault faults[] = {
      {"POLYGON", 1, "the file ends; expected ')'"},
      {"POLYGON(\n(0 0,1 0", 2, "the file ends; expected ')'"},
      {"CIRCLE(0 0,1)", 1, "expected POLYGON"},
      {"\nPOLYGON((0 0,1 0,\n1 x,0 0))", 2, "'x'"},
      {"POLYGON((0 0,1 0,\n1,0 0))", 1, "the ring has 2 points"},
      {"POLYGON((0 0,1 0,1 1 z,0 0))", 1, "'z'"},
      {"POLYGON((0 0,1 0,1 1e999,0 0))", 1, "1e999"},
      {"POLYGON((0 0,1 0,1 1e90,0 0))", 1, "magnitude"},
      {"POLYGON((0 0,1 0,nan 1,0 0))", 1, "nan"},
      {"POLYGON((0 0,1 0,1 1,0 0.5))", 1, "expected its first position again"},
      {"POLYGON(\n())", 1, "no polygon in the file"},
      {"POLYGON((0 0,0 0))", 1, "expected"},
      {"POLYGON((0 0,1 0,0 0))", 1, "2 points"},
      {"POLYGON((0 0,4 0,0 4,4 4,0 0))", 1, "cross"},
      {"\nPOLYGON((0 0,4 0,4 4,0 0),\n(9 9,10 9,10 10,9 9))", 2, "hole"},
      {"POLYGON((0 0,1 0,1 1,0 0)))", 1, "expected POLYGON"},
      {"POLYGON((0 0,1 0,1 1,0 0) (0 0,1 0))", 1, "a ring with different ends"},
      {"LINESTRING(0 0,1 1)", 1, "no polygon in the file"},
      {"POLYGON EMPTY", 1, "no polygon in the file"},
      {"POLYGON((0 0,1 0,1 1,0 0))\nLINESTRING(0 0)", 2, "a line of one position"},
      {"SRID=4 POLYGON((0 0,1 0,1 1,0 0))", 1, "expected ';'"},
  };
  for (const Fault& fault : faults) expect_fault("a.wkt", fault, wkt_world);
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "GEOMETRYCOLLECTION(";
  expect_fault("a.wkt", {deep, 1, "nested deeper than 64"}, wkt_world);
}

struct PublicText {
  std::string file;
  std::size_t polygons;
  double area;
};

TEST(PublicWkt, FilesAreReadAsTheirFolderStates) {
  const auto datasets = test::public_datasets();
  if (!datasets || !std::filesystem::exists(*datasets / "formats/wkt")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  for (const PublicText& expected :
       {PublicText{"BUW.wkt", 1, 1377.57}, PublicText{"SiB2023_entrance_jupedsim.wkt", 1, 62975.47},
        PublicText{"Geometrie_verwinkelt_v1.wkt", 7, 38746.7},
        PublicText{"nl_plots_epsg_28992.wkt", 316, 763889.47},
        PublicText{"papua.wkt", 52, 37.91}}) {
    SCOPED_TRACE(expected.file);
    const WorldFile world = read_world(*datasets / "formats/wkt" / expected.file);
    EXPECT_EQ(world.format, "wkt");
    if (expected.polygons > 1) {
      EXPECT_THAT(world.notes, testing::Contains(std::to_string(expected.polygons) +
                                                 " polygons form one free space, their union."));
    }
    const FreeSpace space = make_free_space(WorldFile(world));
    EXPECT_NEAR(space.area(), expected.area, 0.06);
    const TextFile written("written.world", format_world(space));
    EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
  }
}

}  // namespace
}  // namespace fairway
