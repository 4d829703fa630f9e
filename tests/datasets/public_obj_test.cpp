#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "datasets/formats/obj_file.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> obj_folder() {
  const auto datasets = public_datasets();
  if (!datasets || !fs::exists(*datasets / "formats/obj")) return std::nullopt;
  return *datasets / "formats/obj";
}

TEST(PublicObj, FilesHaveTheVerticesAndFacesThatTheirFolderStates) {
  const auto folder = obj_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  const auto expect_counts = [&](const char* name, std::size_t vertices, std::size_t faces) {
    const ObjFile obj = parse_obj_file(TextFile::read(*folder / name));
    EXPECT_EQ(obj.vertices.size(), vertices) << name;
    EXPECT_EQ(obj.faces.size(), faces) << name;
  };
  expect_counts("dungeon.obj", 5101, 10133);
  expect_counts("nav_test.obj", 884, 792);
  expect_counts("level.nav.obj", 563, 552);
}

/// Results of an independent script: the total area of the chosen faces in the plane, and the
/// number of components. Faces with a common edge are in one component.
struct PublicFloor {
  std::string file;
  std::vector<std::string> options;
  int walkable;
  double area;
  int components;
};

TEST(PublicObj, FloorsHaveTheAreasOfTheirFaces) {
  const auto folder = obj_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  const std::array<PublicFloor, 7> floors{{
      {"level.nav.obj", {"heights=0,1.5"}, 512, 132.7657544950005, 19},
      {"level.nav.obj", {"heights=0,1.5", "slope=89"}, 552, 134.59273231, 16},
      {"level.nav.obj", {"heights=2,4"}, 512, 25.351301240000502, 18},
      {"dungeon.obj", {"heights=19,22"}, 2077, 35.9947999522293, 17},
      // The file has 2,081 faces with a slope whose cosine is at least 0.7.
      {"dungeon.obj", {"heights=19,22", "slope=45.573"}, 2081, 36.37534427723381, 18},
      {"nav_test.obj", {"heights=-5,-2"}, 258, 2699.9361549004507, 5},
      {"nav_test.obj", {"heights=12,18"}, 258, 95.00546353214398, 3},
  }};
  for (const PublicFloor& expected : floors) {
    SCOPED_TRACE(expected.file + " " + expected.options.front());
    const WorldFile world =
        read_world(*folder / expected.file, MapOptions::of_command_line(expected.options));
    EXPECT_THAT(world.notes,
                testing::Contains(testing::StartsWith(std::to_string(expected.walkable) + " of ")));
    const FreeSpace space = make_free_space(WorldFile(world));
    EXPECT_NEAR(space.area(), expected.area, 1e-9 * expected.area);
    EXPECT_EQ(space.component_count(), expected.components);
    const TextFile written("written.world", format_world(space));
    EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
  }
}

TEST(PublicObj, FloorsAboveOneAnotherAreRefusedWithTheirPlace) {
  const auto folder = obj_folder();
  if (!folder) GTEST_SKIP() << "the public datasets are absent";
  for (const char* name : {"dungeon.obj", "nav_test.obj", "level.nav.obj"}) {
    try {
      read_world(*folder / name);
      ADD_FAILURE() << name << " was read";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("overlaps the face of line"));
      EXPECT_THAT(error.what(), testing::HasSubstr("option heights=LOW,HIGH"));
    }
  }
}

}  // namespace
}  // namespace fairway::test
