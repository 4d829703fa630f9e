#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/datasets/edge_files.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

class PublicOsm : public EdgeTest {};

/// The expected world of a file, computed by another program.
struct PublicExtract {
  std::string file;
  double area;
  int components;
  std::size_t cut;  ///< number of outlines whose nodes are partly missing in the file
};

TEST_F(PublicOsm, ExtractsAreReadAsTheirFolderStates) {
  const auto datasets = public_datasets();
  if (!datasets || !std::filesystem::exists(*datasets / "formats/osm")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  const std::array<PublicExtract, 3> extracts{{
      {"moscow.osm", 5092810.870, 22, 0},
      {"planet_10.068,48.135_10.071,48.137.osm", 46921.778, 1, 0},
      {"Helsinki.osm.pbf", 1184686.695, 205, 53},
  }};
  for (const PublicExtract& expected : extracts) {
    SCOPED_TRACE(expected.file);
    const WorldFile world = read_world(*datasets / "formats/osm" / expected.file);
    if (expected.cut > 0) {
      EXPECT_THAT(world.notes, testing::Contains(testing::StartsWith(
                                   std::to_string(expected.cut) +
                                   " outlines were left out, because some of their nodes")));
    }
    const FreeSpace space = make_free_space(WorldFile(world));
    EXPECT_NEAR(space.area(), expected.area, 0.001);
    EXPECT_EQ(space.component_count(), expected.components);
    const TextFile written("written.world", format_world(space));
    EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
  }
}

}  // namespace
}  // namespace fairway::test
