#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "datasets/formats/image.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

namespace fs = std::filesystem;

/// An image or YAML file, the options of its reader, and its number of free pixels counted by
/// another program.
struct PublicImage {
  std::string file;
  std::vector<std::string> options;
  int width;
  int height;
  std::size_t free;
  double pixel = 1;  ///< side of a pixel in the world
};

/// Counts the pixels with this value in their first channel.
std::size_t count_of(const fs::path& file, int value) {
  const Image image = read_image(TextFile::read(file));
  std::size_t count = 0;
  for (std::size_t p = 0; p < image.pixels(); ++p) count += image.sample(p, 0) == value ? 1 : 0;
  return count;
}

/// Compares the file's world with the expected world.
void expect_as_stated(const fs::path& file, const PublicImage& expected) {
  SCOPED_TRACE(file.string());
  const bool robot = file.extension() == ".yaml";
  std::vector<std::string> options = expected.options;
  if (robot) options.push_back("cells=true");
  const WorldFile cells = read_world(file, MapOptions::of_command_line(options));
  const Raster& raster = std::get<Raster>(cells.content);
  EXPECT_EQ(raster.width(), expected.width);
  EXPECT_EQ(raster.height(), expected.height);
  const FreeSpace of_cells = make_free_space(WorldFile(cells));
  EXPECT_EQ(of_cells.area(), static_cast<double>(expected.free));
  if (robot) options.pop_back();
  if (!robot) options.push_back("scale=" + std::to_string(expected.pixel));
  const FreeSpace space = load_free_space(file, MapOptions::of_command_line(options));
  EXPECT_NEAR(space.area() / (expected.pixel * expected.pixel), of_cells.area(), 1e-6);
  EXPECT_EQ(space.component_count(), of_cells.component_count());
  EXPECT_EQ(space.hole_count(), of_cells.hole_count());
  const TextFile written("written.world", format_world(space));
  EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
}

TEST(PublicImages, AreReadAsTheirFolderStates) {
  const auto datasets = public_datasets();
  if (!datasets || !fs::exists(*datasets / "formats/ros-map")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  const std::array<PublicImage, 12> files{{
      {"formats/ros-map/stata_basement.yaml", {}, 1730, 1300, 310278, 0.0504},
      {"formats/ros-map/depot.yaml", {}, 604, 307, 170587 + 8894, 0.05},
      {"formats/ros-map/depot_speed.yaml", {}, 604, 307, 181693, 0.05},
      {"formats/ros-map/columbia.yaml", {}, 435, 350, 43024, 0.05},
      {"formats/ros-map/shopping_mall_partially_unknown/map.yaml", {}, 760, 760, 450075, 0.05},
      {"formats/ros-map/turtlebot3/map.yaml", {}, 384, 384, 7939, 0.05},
      {"formats/image/skirk.png", {}, 431, 602, 66583, 0.05},
      {"formats/image/demo_world1.png", {}, 320, 200, 29503 + 28798},
      {"formats/image/demo_world1.png", {"threshold=0.9"}, 320, 200, 29503},
      {"formats/image/normal.ppm", {"threshold=0.25"}, 450, 450, 74615 + 2},
      {"occupancy/willow-full.pgm", {"threshold=0.9"}, 584, 526, 125938, 0.1},
      {"occupancy/willow-full-0.05.pgm", {"threshold=0.9"}, 1165, 945, 520769, 0.05},
  }};
  for (const PublicImage& expected : files) expect_as_stated(*datasets / expected.file, expected);
}

TEST(PublicImages, HaveTheGreysThatTheirFolderStates) {
  const auto datasets = public_datasets();
  if (!datasets || !fs::exists(*datasets / "formats/image")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  const fs::path formats = *datasets / "formats";
  EXPECT_EQ(count_of(formats / "image/skirk.png", 0), 192879U);
  EXPECT_EQ(count_of(formats / "image/skirk.png", 254), 64054U);
  EXPECT_EQ(count_of(formats / "image/skirk.png", 255), 2500U);
  EXPECT_EQ(count_of(formats / "image/demo_world1.png", 128), 28798U);
  EXPECT_EQ(count_of(formats / "image/normal.ppm", 255), 74615U + 1);  // one more for a red pixel
  EXPECT_EQ(count_of(formats / "ros-map/columbia.pgm", 0), 109162U);
  EXPECT_EQ(count_of(formats / "ros-map/columbia.pgm", 254), 42712U);
  EXPECT_EQ(count_of(formats / "ros-map/depot.pgm", 205), 8894U);
}

}  // namespace
}  // namespace fairway::test
