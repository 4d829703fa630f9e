#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

#include "datasets/formats/osm.hpp"
#include "datasets/formats/osm_obstacles.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "tests/support/public_datasets.hpp"

namespace fairway::test {
namespace {

/// What the folder's README states, counted by another program, and the world that was made of it.
struct PublicExtract {
  std::string file;
  std::size_t nodes;
  std::size_t ways;
  std::size_t relations;
  std::size_t building_ways;
  std::size_t building_relations;
  std::size_t cut_ways;  ///< that lack nodes
  double area;
  std::size_t components;
};

bool is_building(const OsmObject& object) { return kind_of(object) == OsmKind::kBuilding; }

bool lacks_nodes(const OsmData& data, const OsmWay& way) {
  return std::ranges::any_of(way.nodes, [&](std::int64_t id) {
    return !std::ranges::binary_search(data.nodes, id, {}, &OsmNode::id);
  });
}

TEST(PublicOsm, ExtractsAreReadAsTheirFolderStates) {
  const auto datasets = public_datasets();
  if (!datasets || !std::filesystem::exists(*datasets / "formats/osm")) {
    GTEST_SKIP() << "the public datasets are absent";
  }
  const std::array<PublicExtract, 3> extracts{{
      {"moscow.osm", 8402, 1652, 272, 619, 9, 0, 5092810.870, 22},
      {"planet_10.068,48.135_10.071,48.137.osm", 281, 56, 3, 33, 1, 0, 46921.778, 1},
      {"Helsinki.osm.pbf", 24260, 5130, 620, 433, 67, 421, 1184686.695, 205},
  }};
  for (const PublicExtract& expected : extracts) {
    SCOPED_TRACE(expected.file);
    const TextFile source = TextFile::read(*datasets / "formats/osm" / expected.file);
    const OsmData data =
        begins_as_osm_pbf(source.text()) ? read_osm_pbf(source) : read_osm_xml(source);
    EXPECT_EQ(data.nodes.size(), expected.nodes);
    EXPECT_EQ(data.ways.size(), expected.ways);
    EXPECT_EQ(data.relations.size() + data.other_relations, expected.relations);
    EXPECT_EQ(std::ranges::count_if(data.ways, is_building), expected.building_ways);
    EXPECT_EQ(std::ranges::count_if(data.relations, is_building), expected.building_relations);
    EXPECT_EQ(
        std::ranges::count_if(data.ways, [&](const OsmWay& way) { return lacks_nodes(data, way); }),
        expected.cut_ways);
    const FreeSpace space = make_free_space(parse_world(source));
    EXPECT_NEAR(space.area(), expected.area, 0.001);
    EXPECT_EQ(space.component_count(), expected.components);
    const TextFile written("written.world", format_world(space));
    EXPECT_EQ(make_free_space(parse_world(written)).content_hash(), space.content_hash());
  }
}

}  // namespace
}  // namespace fairway::test
