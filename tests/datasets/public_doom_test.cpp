#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

#include "datasets/formats/doom_level.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

/// Expected results of an independent script. `area` is the sum of the areas of all sectors that
/// are at least 56 high, computed by cross products. The other numbers count records of the file.
struct PublicLevel {
  std::string name;
  std::size_t vertices;
  std::size_t lines;
  std::size_t sectors;
  std::size_t things;
  std::size_t places;
  double area;
};

TEST(PublicDoomLevels, AreReadAsTheirRecordsState) {
  const auto datasets = public_datasets();
  if (!datasets || !std::filesystem::exists(*datasets / "doom")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  const std::array<PublicLevel, 12> levels{{
      {"freedoom1-E1M1", 819, 812, 133, 238, 12, 6239218},
      {"freedoom1-E1M2", 2059, 2080, 318, 321, 14, 4460588},
      {"freedoom1-E1M6", 2761, 2812, 405, 491, 14, 10178704},
      {"freedoom1-E2M8", 320, 347, 64, 65, 10, 5119360},
      {"freedoom1-E3M1", 774, 708, 114, 150, 10, 6328826},
      {"freedoom1-E4M6", 2572, 2887, 529, 699, 23, 11160245.5},
      {"freedoom2-MAP02", 1126, 1176, 247, 196, 11, 3380448},
      {"freedoom2-MAP08", 2455, 2341, 431, 305, 30, 6229632},
      {"freedoom2-MAP10", 3486, 3154, 435, 511, 22, 13098466.5},
      {"freedoom2-MAP12", 10169, 10884, 1692, 693, 19, 21389618},
      {"freedoom2-MAP16", 1696, 1650, 186, 278, 13, 26699440},
      {"freedoom2-MAP31", 603, 591, 107, 68, 14, 1479866},
  }};
  for (const PublicLevel& expected : levels) {
    SCOPED_TRACE(expected.name);
    const auto file = *datasets / "doom" / (expected.name + ".wad");
    const DoomLevel level = parse_doom_level(TextFile::read(file), {});
    EXPECT_EQ(level.vertices.size(), expected.vertices);
    EXPECT_EQ(level.lines.size(), expected.lines);
    EXPECT_EQ(level.sectors.size(), expected.sectors);
    EXPECT_EQ(level.things.size(), expected.things);

    const WorldFile world = read_world(file);
    EXPECT_EQ(world.places.size(), expected.places);
    const FreeSpace space = make_free_space(WorldFile(world));
    EXPECT_EQ(space.area(), expected.area);
    for (const NamedPoint& place : world.places) {
      EXPECT_NE(space.locate(place.point).place, Place::kBlocked) << place.name;
    }
    const FreeSpace open = load_free_space(file, MapOptions::of_command_line({"doors=open"}));
    EXPECT_GT(open.area(), space.area());
    const TextFile written("written.world", format_world(space));
    EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
  }
}

}  // namespace
}  // namespace fairway::test
