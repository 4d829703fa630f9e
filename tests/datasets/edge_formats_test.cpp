#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "datasets/world_file.hpp"
#include "tests/datasets/edge_files.hpp"
#include "tests/support/project.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string edge_refusal(const fs::path& file, const std::vector<std::string>& options = {}) {
  try {
    read_world(file, MapOptions::of_command_line(options));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

class EdgeFormats : public EdgeTest {
 protected:
  /// Converts a map with ogr2ogr. Returns false if ogr2ogr is not installed.
  bool convert(const fs::path& from, const std::string& format, const std::string& to,
               const std::string& more = "") {
    file = folder.path() / to;
    const std::string command = fmt::format("ogr2ogr -f '{}' '{}' '{}' {} 2>/dev/null", format,
                                            file.string(), from.string(), more);
    return std::system(command.c_str()) == 0;
  }

  TemporaryDirectory folder;
  fs::path file;
};

TEST_F(EdgeFormats, AShippedMapIsTheSameInEveryFormat) {
  const fs::path castle = "datasets/maps/castle.geojson";
  const std::uint64_t hash = load_free_space(castle).content_hash();
  struct Made {
    std::string format;
    std::string file;
    std::string name;
  };
  for (const Made& made : std::vector<Made>{{"ESRI Shapefile", "a.shp", "esri shapefile"},
                                            {"GPKG", "a.gpkg", "gpkg"},
                                            {"KML", "a.kml", "libkml"},
                                            {"GML", "a.gml", "gml"},
                                            {"FlatGeobuf", "a.fgb", "flatgeobuf"},
                                            {"MapInfo File", "a.tab", "mapinfo file"}}) {
    SCOPED_TRACE(made.file);
    if (!convert(castle, made.format, made.file)) GTEST_SKIP() << "gdal-bin is not installed";
    std::set<fs::path> before;
    for (const auto& entry : fs::directory_iterator(folder.path())) before.insert(entry.path());
    const WorldFile world = read_world(file);
    EXPECT_EQ(world.format, made.name);
    EXPECT_EQ(make_free_space(WorldFile(world)).content_hash(), hash);
    for (const auto& entry : fs::directory_iterator(folder.path())) {
      EXPECT_TRUE(before.contains(entry.path())) << entry.path() << " was written";
    }
  }
}

TEST_F(EdgeFormats, LayersAndFiltersChoose) {
  const std::string squares = R"({"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"kind":"yard","height":0},"geometry":{"type":"Polygon",
 "coordinates":[[[0,0],[10,0],[10,10],[0,10],[0,0]]]}},
{"type":"Feature","properties":{"kind":"house","height":5},"geometry":{"type":"Polygon",
 "coordinates":[[[1,1],[3,1],[3,3],[1,3],[1,1]]]}},
{"type":"Feature","properties":{"kind":"shed","height":2},"geometry":{"type":"Polygon",
 "coordinates":[[[5,5],[6,5],[6,6],[5,6],[5,5]]]}}]})";
  if (!convert(folder.file("all.geojson", squares), "GPKG", "a.gpkg", "-nln site")) {
    GTEST_SKIP() << "gdal-bin is not installed";
  }
  const auto area = [&](const std::vector<std::string>& options) {
    return load_free_space(file, MapOptions::of_command_line(options)).area();
  };
  EXPECT_EQ(area({}), 100);
  EXPECT_EQ(area({"floor=SITE[kind = 'yard']", "obstacles=[height > 1]"}), 100 - 4 - 1);
  // Without the option `floor`, the bounding box of the obstacles is the floor.
  EXPECT_EQ(area({"obstacles=[kind = 'house' OR kind = 'shed']"}), 25 - 4 - 1);
  EXPECT_EQ(area({"floor=[kind = 'house']"}), 4);
  EXPECT_THAT(edge_refusal(file, {"floor=garden"}),
              HasSubstr("option 'floor' of a map: 'garden' selects nothing; expected a layer of "
                        "the map or LAYER[FILTER]. The layers are 'site'"));
  EXPECT_THAT(edge_refusal(file, {"floor=[colour = 1]"}),
              HasSubstr("does not fit the attributes of layer"));
  EXPECT_THAT(edge_refusal(file, {"ground=site"}), HasSubstr("expected an option of GPKG: floor"));
}

TEST_F(EdgeFormats, DegreesBecomeMetres) {
  const std::string square = R"({"type":"Polygon","coordinates":
[[[24.9,60],[25.1,60],[25.1,60.2],[24.9,60.2],[24.9,60]]]})";
  if (!convert(folder.file("a.geojson", square), "GPKG", "a.gpkg")) {
    GTEST_SKIP() << "gdal-bin is not installed";
  }
  EXPECT_EQ(read_world(file).units.unit, "degrees");
  const WorldFile local = read_world(file, MapOptions::of_command_line({"crs=metres"}));
  EXPECT_EQ(local.units.unit, "m");
  const Box box = make_free_space(WorldFile(local)).box();
  EXPECT_NEAR(box.width() / 200, 55.632, 0.001);
  EXPECT_NEAR(box.height() / 200, 111.414, 0.001);
  const WorldFile finland = read_world(file, MapOptions::of_command_line({"crs=EPSG:3067"}));
  EXPECT_EQ(finland.units.unit, "m");
  // The projection EPSG:3067 has the scale factor 0.9996 at 27 degrees east.
  EXPECT_NEAR(make_free_space(WorldFile(finland)).area() / make_free_space(WorldFile(local)).area(),
              1, 2e-3);
  EXPECT_THAT(edge_refusal(file, {"crs=EPSG:999999"}), HasSubstr("is not known to PROJ"));
}

TEST_F(EdgeFormats, CurvesAreFlattenedAtTheTolerance) {
  // The polygon is a disc of radius 5 with curved sides.
  const fs::path text = folder.file(
      "a.csv", "id,WKT\n1,\"CURVEPOLYGON (CIRCULARSTRING (5 0, 0 5, -5 0, 0 -5, 5 0))\"\n");
  if (!convert(text, "GPKG", "a.gpkg", "-nlt CURVEPOLYGON -lco GEOMETRY_NAME=geom")) {
    GTEST_SKIP() << "gdal-bin is not installed";
  }
  EXPECT_NEAR(load_free_space(file).area(), 25 * 3.14159265, 31.5 * 1e-3);
  EXPECT_NEAR(load_free_space(file, MapOptions::of_command_line({"tolerance=1e-6"})).area(),
              25 * 3.141592653589793, 31.5e-6);
}

TEST_F(EdgeFormats, RastersAreFreeAboveTheThreshold) {
  // The grid has 3 x 2 cells of side 10. Its lower left corner is (100, 200).
  const fs::path grid =
      folder.file("a.asc",
                  "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 200\ncellsize 10\nNODATA_value -9\n"
                  "0 1 2\n2 -9 2\n");
  const FreeSpace space = load_free_space(grid, MapOptions::of_command_line({"threshold=0.5"}));
  EXPECT_EQ(space.area(), 400);
  EXPECT_EQ(space.box().min, (Point{100, 200}));
  EXPECT_EQ(space.box().max, (Point{130, 220}));
  EXPECT_EQ(
      load_free_space(grid, MapOptions::of_command_line({"threshold=1.5", "cells=true"})).area(),
      3);
  EXPECT_THAT(edge_refusal(grid), HasSubstr("option 'threshold' of a map: is not set"));
}

TEST_F(EdgeFormats, BrokenFilesAreRefusedWithTheFile) {
  if (!convert("datasets/maps/castle.geojson", "GPKG", "a.gpkg")) {
    GTEST_SKIP() << "gdal-bin is not installed";
  }
  fs::resize_file(file, fs::file_size(file) / 2);
  EXPECT_THAT(edge_refusal(file), testing::StartsWith(file.string() + ":"));
  const fs::path text = folder.file("a.txt", "nothing that is a map\n");
  EXPECT_THAT(edge_refusal(text),
              HasSubstr("the format is unknown: the file begins with 'nothing'"));
  const fs::path served =
      folder.file("a.xml",
                  "<GDAL_WMS><Service name=\"TMS\"><ServerUrl>http://127.0.0.1:9/</ServerUrl>"
                  "</Service></GDAL_WMS>");
  EXPECT_THAT(edge_refusal(served), HasSubstr("the format is unknown"));
  const fs::path other =
      folder.file("a.vrt",
                  "<OGRVRTDataSource><OGRVRTLayer name=\"a\"><SrcDataSource>/etc/passwd"
                  "</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>");
  EXPECT_THAT(edge_refusal(other), HasSubstr("the format is unknown"));
}

TEST(EdgeProgram, TheMessageSaysWhatToInstall) {
  // No program is started for a file that does not exist.
  try {
    parse_world(TextFile("not_there.dxf", "0\nSECTION\n"));
    ADD_FAILURE() << "was read";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("not_there.dxf:1: the format is unknown"));
    if (!program_beside(kEdgeProgram)) {
      EXPECT_THAT(error.what(), HasSubstr("install libgdal-dev and libosmium2-dev"));
    }
  }
  EXPECT_FALSE(program_beside("no-such-program"));
}

}  // namespace
}  // namespace fairway::test
