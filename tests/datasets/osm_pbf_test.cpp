#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <vector>

#include "datasets/formats/osm_data.hpp"
#include "datasets/read_world.hpp"
#include "tests/datasets/expect_fault.hpp"

namespace fairway::test {
namespace {

using protozero::pbf_writer;

/// A block of a type, whose content is stated as it is.
std::string block_of(const std::string& type, const std::string& blob) {
  std::string header;
  pbf_writer writer(header);
  writer.add_string(1, type);
  writer.add_int32(3, static_cast<std::int32_t>(blob.size()));
  const std::size_t size = header.size();
  const std::array<char, 4> length{{static_cast<char>(size >> 24), static_cast<char>(size >> 16),
                                    static_cast<char>(size >> 8), static_cast<char>(size)}};
  return std::string(length.data(), 4) + header + blob;
}

std::string raw(const std::string& content) {
  std::string blob;
  pbf_writer(blob).add_bytes(1, content);
  return blob;
}

/// With a size, right or wrong, of the content when it is not packed.
std::string packed(const std::string& content, std::int32_t size) {
  std::string bytes(compressBound(content.size()), '\0');
  uLongf length = bytes.size();
  compress(reinterpret_cast<Bytef*>(bytes.data()), &length,
           reinterpret_cast<const Bytef*>(content.data()), content.size());
  bytes.resize(length);
  std::string blob;
  pbf_writer writer(blob);
  writer.add_int32(2, size);
  writer.add_bytes(3, bytes);
  return blob;
}
std::string packed(const std::string& content) {
  return packed(content, static_cast<std::int32_t>(content.size()));
}

/// A header with the box 0,0,0.01,0.01.
std::string header_of(const std::string& feature = "OsmSchema-V0.6",
                      std::int64_t north = 10'000'000) {
  std::string box;
  pbf_writer sides(box);
  sides.add_sint64(1, 0);
  sides.add_sint64(2, 10'000'000);
  sides.add_sint64(3, north);
  sides.add_sint64(4, 0);
  std::string header;
  pbf_writer writer(header);
  writer.add_message(1, box);
  writer.add_string(4, feature);
  return header;
}
const std::string kHeader = block_of("OSMHeader", raw(header_of()));

std::string content_of(const std::string& group) {
  std::string strings;
  pbf_writer table(strings);
  for (const char* const word : {"", "building", "yes"}) table.add_string(1, word);
  std::string content;
  pbf_writer writer(content);
  writer.add_message(1, strings);
  writer.add_message(2, group);
  return content;
}

/// Places in units of 1e-7 degrees, of nodes 1, 2, ..
std::string dense(const std::vector<std::int64_t>& lons, const std::vector<std::int64_t>& lats) {
  const auto steps = [](const std::vector<std::int64_t>& numbers) {
    std::vector<std::int64_t> list;
    std::int64_t last = 0;
    for (const std::int64_t number : numbers) {
      list.push_back(number - last);
      last = number;
    }
    return list;
  };
  const std::vector<std::int64_t> ids(lons.size(), 1);
  const auto lat_steps = steps(lats);
  const auto lon_steps = steps(lons);
  std::string nodes;
  pbf_writer writer(nodes);
  writer.add_packed_sint64(1, ids.begin(), ids.end());
  writer.add_packed_sint64(8, lat_steps.begin(), lat_steps.end());
  writer.add_packed_sint64(9, lon_steps.begin(), lon_steps.end());
  std::string group;
  pbf_writer(group).add_message(2, nodes);
  return content_of(group);
}

/// The closed way of the nodes 1 to 4.
std::string building(std::uint32_t key = 1) {
  const std::array<std::uint32_t, 1> keys{key};
  const std::array<std::uint32_t, 1> values{2};
  const std::array<std::int64_t, 5> nodes{1, 1, 1, 1, -3};
  std::string way;
  pbf_writer writer(way);
  writer.add_int64(1, 7);
  writer.add_packed_uint32(2, keys.begin(), keys.end());
  writer.add_packed_uint32(3, values.begin(), values.end());
  writer.add_packed_sint64(8, nodes.begin(), nodes.end());
  std::string group;
  pbf_writer(group).add_message(3, way);
  return content_of(group);
}

const std::string kSquare = dense({20000, 50000, 50000, 20000}, {20000, 20000, 50000, 50000});

WorldFile world_of(const std::string& text) { return parse_world(TextFile("a.osm.pbf", text)); }

TEST(OsmPbf, BlocksAreRawOrPacked) {
  const std::string nodes = block_of("OSMData", packed(kSquare));
  const std::string text =
      kHeader + nodes + block_of("Index", raw("x")) + block_of("OSMData", raw(building()));
  const WorldFile world = world_of(text);
  EXPECT_EQ(world.format, "osm");
  EXPECT_EQ(std::get<Polygons>(world.content).parts.size(), 2U);
  EXPECT_THAT(world.notes, testing::Contains("1 blocks of unknown types were left out."));
  EXPECT_THAT(world.notes, testing::Contains("The box is that of the file, "
                                             "0.0000000,0.0000000,0.0100000,0.0100000."));
  const FreeSpace space = make_free_space(world_of(text));
  EXPECT_EQ(space.hole_count(), 1);
  const OsmData data = read_osm_pbf(TextFile("a", text));
  ASSERT_EQ(data.nodes.size(), 4U);
  EXPECT_EQ(data.nodes[2].place, (OsmPlace{50000, 50000}));
}

TEST(OsmPbf, ManyBlocksAreReadInParts) {
  std::string text = kHeader;
  for (int i = 0; i < 200; ++i) text += block_of("OSMData", raw(content_of("")));
  text += block_of("OSMData", packed(kSquare));
  EXPECT_EQ(read_osm_pbf(TextFile("a", text)).nodes.size(), 4U);
}

TEST(OsmPbf, FaultsAreReportedWithTheByteOfTheirBlock) {
  const std::string nodes = block_of("OSMData", packed(kSquare));
  const auto at = [](std::size_t byte) { return " byte " + std::to_string(byte) + ": "; };
  const std::string second = at(kHeader.size());
  const std::string third = at(kHeader.size() + nodes.size());
  const auto data = [&](const std::string& blob) { return kHeader + block_of("OSMData", blob); };
  const std::string bomb(1 << 20, '\0');
  const std::vector<Fault> faults{
      {"\x01", 0, at(0) + "the file ends after 1 bytes of the size of a block's header"},
      {"text", 0, at(0) + "a block's header of 1952807028 bytes; expected 1 to 65536"},
      {kHeader.substr(0, 12), 0, at(0) + "the file ends after 8 bytes of a block's header"},
      {kHeader + nodes.substr(0, nodes.size() - 1), 0, second + "the file ends after"},
      {kHeader + nodes + "ab", 0, third + "the file ends after 2 bytes"},
      {nodes, 0, at(0) + "a block of type 'OSMData'; expected OSMHeader"},
      {kHeader + kHeader, 0, second + "a block of type 'OSMHeader'; expected OSMData"},
      {block_of("OSMHeader", raw(header_of("Magic"))), 0,
       at(0) + "PBF error: required feature not supported: Magic"},
      {block_of("OSMHeader", raw(header_of("HistoricalInformation"))), 0,
       at(0) + "a file of changes or history"},
      {block_of("OSMHeader", raw(header_of("OsmSchema-V0.6", 91'000'000'000))), 0,
       at(0) + "a block with a box out of range"},
      {data(""), 0, second + "a block's content of 0 bytes"},
      {data("\x32\x01x"), 0, second + "a block's content of kind 6, such as lzma"},
      {data(packed(kSquare, 2'000'000'000)), 0,
       second + "a block whose content has 2000000000 bytes when it is not"},
      {data(packed(kSquare, -1)), 0, second + "a block whose content has -1 bytes"},
      {data(packed(bomb, 100)), 0, second + "failed to uncompress data"},
      {data(raw(kSquare) + packed(kSquare)), 0, second + "a block with raw bytes and zlib"},
      {data("\x10\x05"), 0, second + "a block with no content"},
      {data(std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 11)), 0,
       second + "a block that is not well-formed"},
      {data(raw(kSquare.substr(0, kSquare.size() - 3))), 0,
       second + "a block that is not well-formed"},
      {data(raw(dense({1'800'000'001}, {0}))), 0, second + "a block with a node out of range"},
      {data(raw(dense({0}, {900'000'001}))), 0, second + "a block with a node out of range"},
      // Its lower 32 bits are those of 0.
      {data(raw(dense({0}, {std::int64_t{1} << 32}))), 0,
       second + "a block with a node out of range"},
      {data(raw(dense({0, 0}, {0}))), 0, second},
      {kHeader + nodes + block_of("OSMData", raw(building(99))), 0,
       third + "PBF error: string id out of range"},
      {kHeader + nodes + nodes, 0, "node 1 is there twice"},
  };
  for (const Fault& fault : faults) expect_fault("a.osm.pbf", fault, world_of);
}

}  // namespace
}  // namespace fairway::test
