#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/datasets/edge_files.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> formats_folder() {
  const auto datasets = public_datasets();
  if (!datasets || !fs::exists(*datasets / "formats/dxf")) return std::nullopt;
  return *datasets / "formats";
}

class PublicDxf : public EdgeTest {};

TEST_F(PublicDxf, UnitsAndWhatIsLeftOutAreTold) {
  const auto folder = formats_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  struct Stated {
    std::string file;
    std::string unit;
    std::string note;
  };
  for (const Stated& stated : std::vector<Stated>{
           {"Gallery.dxf", "m", "The header states the unit 'm'."},
           {"SiB2023_entrance_jupedsim.dxf", "m", "The header states the unit 'm'."},
           {"wipeout_door.dxf", "in", "Left out: 4 points."},
           {"4_world.dxf", "", "Left out: 2 points."},
           {"2_polylines.dxf", "m", "Left out: 7 points."},
           {"POLI-ALL210_12.DXF", "", "Left out: 1 3DFACE."}}) {
    SCOPED_TRACE(stated.file);
    const WorldFile world = read_world(*folder / "dxf" / stated.file);
    EXPECT_EQ(world.format, "dxf");
    EXPECT_EQ(world.units.unit, stated.unit);
    EXPECT_THAT(world.notes, testing::Contains(stated.note));
  }
}

/// A drawing, the options of its reader, and the expected results. An independent program (Shapely
/// 1.8) computed the results from the outlines and lines of the drawing, with the same gaps closed.
struct PublicDrawing {
  std::string file;
  std::vector<std::string> options;
  double area;
  double within;  ///< largest allowed error of the area
  int holes;
  int components;
};

TEST_F(PublicDxf, WorldsAreThoseOfAnotherProgram) {
  const auto folder = formats_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  const std::array<PublicDrawing, 4> drawings{{
      {"Gallery.dxf",
       {"floor=jps-walkablearea", "obstacles=jps-obstacles"},
       685.5238849026006,
       1e-11,
       16,
       1},
      {"SiB2023_entrance_jupedsim.dxf",
       {"floor=jps-walkablearea", "obstacles=jps-obstacles,entranceGates"},
       62975.471666383804,
       1e-9,
       82,
       3},
      // Shapely replaced each arc by 2,000 points.
      {"2_polylines.dxf", {"floor=0", "close=1e-9", "tolerance=1e-6"}, 13156.770216, 1e-3, 0, 5},
      {"4_world.dxf", {"floor=0", "close=1e-5", "tolerance=1e-7"}, 88.9362621682, 1e-8, 0, 34},
  }};
  for (const PublicDrawing& expected : drawings) {
    SCOPED_TRACE(expected.file);
    const WorldFile world =
        read_world(*folder / "dxf" / expected.file, MapOptions::of_command_line(expected.options));
    const FreeSpace space = make_free_space(WorldFile(world));
    EXPECT_NEAR(space.area(), expected.area, expected.within);
    EXPECT_EQ(space.hole_count(), expected.holes);
    EXPECT_EQ(space.component_count(), expected.components);
    const TextFile written("written.world", format_world(space));
    EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
  }
}

// The drawing is also published as a WKT file. In the drawing, five obstacles form two groups that
// are less than 6e-13 m apart. The exact world therefore has two holes there. In the WKT file, the
// five obstacles are one hole.
TEST_F(PublicDxf, TheWorldOfADrawingIsThatOfItsTwin) {
  const auto folder = formats_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  const auto rings_of = [](const WorldFile& world) {
    std::set<std::set<Point>> rings;
    for (const auto& part : std::get<Polygons>(world.content).parts) {
      rings.emplace(part.ring.begin(), part.ring.end());
    }
    return rings;
  };
  const WorldFile drawing =
      read_world(*folder / "dxf/SiB2023_entrance_jupedsim.dxf",
                 MapOptions::of_command_line(
                     {"floor=jps-walkablearea", "obstacles=jps-obstacles,entranceGates"}));
  const WorldFile twin = read_world(*folder / "wkt/SiB2023_entrance_jupedsim.wkt");
  const auto ours = rings_of(drawing);
  const auto theirs = rings_of(twin);
  EXPECT_EQ(ours.size(), 1U + 82U + 2U);
  EXPECT_EQ(theirs.size(), 1U + 81U);
  std::size_t common = 0;
  for (const auto& ring : theirs) common += ours.count(ring);
  EXPECT_EQ(common, 1U + 80U);
  EXPECT_NEAR(make_free_space(WorldFile(drawing)).area(), make_free_space(WorldFile(twin)).area(),
              1e-9);
}

TEST_F(PublicDxf, GapsAndTiltedPlanesAreAsComputedByHand) {
  const auto folder = formats_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  const WorldFile world = read_world(*folder / "dxf/4_world.dxf",
                                     MapOptions::of_command_line({"floor=0", "close=1e-5"}));
  EXPECT_THAT(world.notes,
              testing::Contains(testing::StartsWith(
                  "943 gaps between ends of lines of the option 'floor' were closed")));
  // The expected vertices were computed in Python by the formulas of AutoCAD's DXF Reference.
  const FreeSpace tilted = load_free_space(*folder / "dxf/POLI-ALL210_12.DXF");
  EXPECT_NEAR(tilted.box().max.x, 17.65161216691647, 1e-14);
  EXPECT_NEAR(tilted.box().max.y, 11.646550496701142, 1e-14);
  EXPECT_EQ(tilted.component_count(), 14);
  EXPECT_NEAR(tilted.area(), 228.1893, 2e-3);
}

}  // namespace
}  // namespace fairway::test
