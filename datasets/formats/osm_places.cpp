#include "datasets/formats/osm_places.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <cstdint>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>

namespace fairway {

namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::tag_and_type;

/// How a block states degrees: offset + granularity * number, in units of 1e-9.
struct OsmScale {
  std::int64_t granularity = 100;
  std::int64_t offset = 0;
  std::int64_t most = 0;

  bool holds(std::int64_t number) const {
    std::int64_t value = 0;
    if (__builtin_mul_overflow(number, granularity, &value) ||
        __builtin_add_overflow(value, offset, &value)) {
      return false;
    }
    return -most <= value && value <= most;
  }
};

struct OsmScales {
  OsmScale lat{100, 0, 90'000'000'000};
  OsmScale lon{100, 0, 180'000'000'000};
};

/// The content of a block, kept in `memory` if it is compressed.
protozero::data_view content_of(std::string_view block, std::size_t raw_size, std::string& memory) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(block.data());
  const std::size_t header = std::size_t{bytes[0]} << 24 | std::size_t{bytes[1]} << 16 |
                             std::size_t{bytes[2]} << 8 | std::size_t{bytes[3]};
  block.remove_prefix(4 + header);
  pbf_reader reader(block.data(), block.size());
  while (reader.next()) {
    if (reader.tag_and_type() == tag_and_type(1, pbf_wire_type::length_delimited)) {
      return reader.get_view();
    }
    if (reader.tag_and_type() != tag_and_type(3, pbf_wire_type::length_delimited)) {
      reader.skip();
      continue;
    }
    const protozero::data_view packed = reader.get_view();
    memory.resize(raw_size);
    uLongf size = raw_size;
    const int state = ::uncompress(reinterpret_cast<Bytef*>(memory.data()), &size,
                                   reinterpret_cast<const Bytef*>(packed.data()), packed.size());
    if (state != Z_OK) return {};  // libosmium refuses it
    return {memory.data(), size};
  }
  return {};
}

bool dense_hold(pbf_reader nodes, const OsmScales& scales) {
  const auto hold = [](auto numbers, const OsmScale& scale) {
    std::int64_t sum = 0;
    for (const std::int64_t step : numbers) {
      if (__builtin_add_overflow(sum, step, &sum) || !scale.holds(sum)) return false;
    }
    return true;
  };
  bool all = true;
  while (nodes.next()) {
    switch (nodes.tag_and_type()) {
      case tag_and_type(8, pbf_wire_type::length_delimited):
        all = hold(nodes.get_packed_sint64(), scales.lat) && all;
        break;
      case tag_and_type(9, pbf_wire_type::length_delimited):
        all = hold(nodes.get_packed_sint64(), scales.lon) && all;
        break;
      default:
        nodes.skip();
    }
  }
  return all;
}

bool node_holds(pbf_reader node, const OsmScales& scales) {
  bool all = true;
  while (node.next()) {
    switch (node.tag_and_type()) {
      case tag_and_type(8, pbf_wire_type::varint):
        all = scales.lat.holds(node.get_sint64()) && all;
        break;
      case tag_and_type(9, pbf_wire_type::varint):
        all = scales.lon.holds(node.get_sint64()) && all;
        break;
      default:
        node.skip();
    }
  }
  return all;
}

bool group_holds(pbf_reader group, const OsmScales& scales) {
  bool all = true;
  while (group.next()) {
    switch (group.tag_and_type()) {
      case tag_and_type(1, pbf_wire_type::length_delimited):
        all = node_holds(group.get_message(), scales) && all;
        break;
      case tag_and_type(2, pbf_wire_type::length_delimited):
        all = dense_hold(group.get_message(), scales) && all;
        break;
      default:
        group.skip();
    }
  }
  return all;
}

bool content_holds(protozero::data_view content) {
  OsmScales scales;
  pbf_reader first(content);
  while (first.next()) {
    switch (first.tag_and_type()) {
      case tag_and_type(17, pbf_wire_type::varint):
        scales.lat.granularity = scales.lon.granularity = first.get_int32();
        break;
      case tag_and_type(19, pbf_wire_type::varint):
        scales.lat.offset = first.get_int64();
        break;
      case tag_and_type(20, pbf_wire_type::varint):
        scales.lon.offset = first.get_int64();
        break;
      default:
        first.skip();
    }
  }
  bool all = true;
  pbf_reader second(content);
  while (second.next()) {
    if (second.tag_and_type() == tag_and_type(2, pbf_wire_type::length_delimited)) {
      all = group_holds(second.get_message(), scales) && all;
    } else {
      second.skip();
    }
  }
  return all;
}

/// Whether the box of a header is in range. Its sides are in units of 1e-9 degrees: west, east,
/// north, south.
bool header_holds(protozero::data_view content) {
  const OsmScale lat{1, 0, 90'000'000'000};
  const OsmScale lon{1, 0, 180'000'000'000};
  pbf_reader header(content);
  while (header.next(1, pbf_wire_type::length_delimited)) {
    pbf_reader box = header.get_message();
    while (box.next()) {
      if (box.wire_type() != pbf_wire_type::varint || box.tag() > 4) {
        box.skip();
      } else if (!(box.tag() < 3 ? lon : lat).holds(box.get_sint64())) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

void check_osm_places(const TextFile& source, const OsmBlock& block, bool header) {
  std::string memory;
  try {
    const protozero::data_view content =
        content_of(source.text().substr(block.byte, block.size), block.raw_size, memory);
    if (header ? header_holds(content) : content_holds(content)) return;
  } catch (const protozero::exception& fault) {
    source.fail_at_byte(block.byte, fmt::format("a block that is not well-formed ({}); expected "
                                                "OSM PBF",
                                                fault.what()));
  }
  source.fail_at_byte(block.byte,
                      fmt::format("a block with a {} out of range; expected latitudes from -90 to "
                                  "90 degrees and longitudes from -180 to 180",
                                  header ? "box" : "node"));
}

}  // namespace fairway
