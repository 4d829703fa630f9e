#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "datasets/formats/dxf_drawing.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> formats_folder() {
  const auto datasets = public_datasets();
  if (!datasets || !fs::exists(*datasets / "formats/dxf")) return std::nullopt;
  return *datasets / "formats";
}

/// How many entities a drawing has.
struct Kinds {
  std::size_t paths = 0;
  std::size_t closed = 0;  ///< of the paths
  std::size_t bulges = 0;  ///< that are not 0
  std::size_t arcs = 0;
  std::size_t inserts = 0;
  std::size_t turned = 0;  ///< of the inserts
  friend bool operator==(const Kinds&, const Kinds&) = default;
};

Kinds kinds_of(const DxfDrawing& drawing) {
  Kinds kinds;
  for (const DxfEntity& entity : drawing.entities) {
    if (const auto* path = std::get_if<DxfPath>(&entity.shape)) {
      ++kinds.paths;
      kinds.closed += path->closed ? 1 : 0;
      for (const double bulge : path->bulges) kinds.bulges += bulge != 0 ? 1 : 0;
    } else if (const auto* insert = std::get_if<DxfInsert>(&entity.shape)) {
      ++kinds.inserts;
      kinds.turned += insert->degrees != 0 ? 1 : 0;
    } else {
      ++kinds.arcs;
    }
  }
  return kinds;
}

TEST(PublicDxf, HaveTheEntitiesThatTheirFolderStates) {
  const auto folder = formats_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  struct Stated {
    std::string file;
    Kinds kinds;
    std::string unit;
    std::vector<std::string> notes;
  };
  const std::vector<Stated> files{
      {"Gallery.dxf", {31, 24, 0, 3, 0, 0}, "m", {"1 entity of paper space was left out."}},
      {"SiB2023_entrance_jupedsim.dxf", {86, 86, 0, 0, 222, 175}, "m", {}},
      {"wipeout_door.dxf",
       {138, 2, 0, 4, 2, 0},
       "in",
       {"4 MTEXT were left out.", "1 WIPEOUT was left out.", "1 WIPEOUT of blocks was left out."}},
      {"4_world.dxf", {2872, 0, 0, 1, 0, 0}, "", {"2 TEXT were left out."}},
      {"2_polylines.dxf", {57, 0, 0, 22, 0, 0}, "m", {"7 TEXT were left out."}},
      {"POLI-ALL210_12.DXF",
       {30, 14, 37, 0, 0, 0},
       "",
       {"1 3DFACE was left out.",
        "30 entities lie in tilted planes: they are as seen from above."}},
  };
  for (const Stated& stated : files) {
    SCOPED_TRACE(stated.file);
    const fs::path file = *folder / "dxf" / stated.file;
    const DxfDrawing drawing = parse_dxf_drawing(TextFile::read(file));
    const Kinds kinds = kinds_of(drawing);
    EXPECT_EQ(kinds, stated.kinds)
        << kinds.paths << ' ' << kinds.closed << ' ' << kinds.bulges << ' ' << kinds.arcs << ' '
        << kinds.inserts << ' ' << kinds.turned;
    const WorldFile world = read_world(file);
    EXPECT_EQ(world.format, "dxf");
    EXPECT_EQ(world.units.unit, stated.unit);
    EXPECT_THAT(world.notes, testing::IsSupersetOf(stated.notes));
  }
}

/// What another program (Shapely 1.8) made of the same outlines, lines and gaps.
struct PublicDrawing {
  std::string file;
  std::vector<std::string> options;
  double area;
  double within;  ///< of the area
  int holes;
  int components;
};

TEST(PublicDxf, WorldsAreThoseOfAnotherProgram) {
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
      // The other program took 2,000 points for each arc.
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

// Five obstacles of the drawing touch but for 6e-13 m: three overlap by slivers, two overlap, and
// between these groups is a gap. Exactly, that is two holes, and two slivers of free space between
// them; the file's twin has one hole.
TEST(PublicDxf, TheWorldOfADrawingIsThatOfItsTwin) {
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

TEST(PublicDxf, GapsAndTiltedPlanesAreAsComputedByHand) {
  const auto folder = formats_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  const WorldFile world = read_world(*folder / "dxf/4_world.dxf",
                                     MapOptions::of_command_line({"floor=0", "close=1e-5"}));
  EXPECT_THAT(world.notes,
              testing::Contains(testing::StartsWith(
                  "943 gaps between ends of lines of the option 'floor' were closed")));
  // The vertices, by the formulas of AutoCAD's DXF Reference in Python.
  const FreeSpace tilted = load_free_space(*folder / "dxf/POLI-ALL210_12.DXF");
  EXPECT_NEAR(tilted.box().max.x, 17.65161216691647, 1e-14);
  EXPECT_NEAR(tilted.box().max.y, 11.646550496701142, 1e-14);
}

}  // namespace
}  // namespace fairway::test
