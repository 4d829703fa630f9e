#include "datasets/formats/osm_blocks.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <string>

namespace fairway {

namespace {

constexpr std::size_t kMostOsmHeaderBytes = std::size_t{64} << 10;

class OsmBlockScan {
 public:
  explicit OsmBlockScan(const TextFile& source) : source_(source) {}

  OsmBlocks all() {
    OsmBlocks blocks;
    bool first = true;
    std::size_t raw_size = 0;
    while (byte_ < source_.text().size()) {
      std::string type;
      const OsmBlock block = next(type);
      raw_size += block.raw_size;
      if (raw_size > kMostOsmBytes) {
        source_.fail_at_byte(block.byte, fmt::format("the blocks up to this one hold {} bytes; "
                                                     "expected at most {} in all",
                                                     raw_size, kMostOsmBytes));
      }
      if (first != (type == "OSMHeader")) {
        source_.fail_at_byte(
            block.byte,
            fmt::format("a block of type {}; expected {}", in_quotes(type),
                        first ? "OSMHeader, which comes first" : "OSMData after the header"));
      }
      if (first) {
        blocks.header = block;
      } else if (type == "OSMData") {
        blocks.data.push_back(block);
      } else {
        ++blocks.unknown;
      }
      first = false;
    }
    return blocks;
  }

 private:
  /// The next bytes; `what` they are is for the message if the file ends before.
  std::string_view take(std::size_t size, std::string_view what) {
    const std::string_view rest = source_.text().substr(byte_);
    if (rest.size() < size) {
      source_.fail_at_byte(block_, fmt::format("the file ends after {} bytes of {}; expected {}",
                                               rest.size(), what, size));
    }
    byte_ += size;
    return rest.substr(0, size);
  }

  OsmBlock next(std::string& type) {
    block_ = byte_;
    std::size_t header_size = 0;
    for (const char c : take(4, "the size of a block's header")) {
      header_size = header_size << 8 | static_cast<unsigned char>(c);
    }
    if (header_size == 0 || header_size > kMostOsmHeaderBytes) {
      source_.fail_at_byte(block_, fmt::format("a block's header of {} bytes; expected 1 to {}",
                                               header_size, kMostOsmHeaderBytes));
    }
    try {
      const std::size_t size = content_size(take(header_size, "a block's header"), type);
      const std::size_t raw_size = raw_size_of(take(size, "a block's content"));
      return {block_, byte_ - block_, raw_size};
    } catch (const protozero::exception& fault) {
      source_.fail_at_byte(block_, fmt::format("a block that is not well-formed ({}); expected OSM "
                                               "PBF",
                                               fault.what()));
    }
  }

  std::size_t content_size(std::string_view header, std::string& type) const {
    using protozero::pbf_wire_type;
    std::int64_t size = 0;
    protozero::pbf_reader reader(header.data(), header.size());
    while (reader.next()) {
      switch (reader.tag_and_type()) {
        case protozero::tag_and_type(1, pbf_wire_type::length_delimited):
          type = reader.get_string();
          break;
        case protozero::tag_and_type(3, pbf_wire_type::varint):
          size = reader.get_int32();
          break;
        default:
          reader.skip();
      }
    }
    if (size <= 0 || size > static_cast<std::int64_t>(kMostOsmBlockBytes)) {
      source_.fail_at_byte(block_, fmt::format("a block's content of {} bytes; expected 1 to {}",
                                               size, kMostOsmBlockBytes));
    }
    return static_cast<std::size_t>(size);
  }

  std::size_t raw_size_of(std::string_view content) const {
    using protozero::pbf_wire_type;
    std::int64_t size = -1;
    bool compressed = false;
    bool raw = false;
    protozero::pbf_reader reader(content.data(), content.size());
    while (reader.next()) {
      switch (reader.tag_and_type()) {
        case protozero::tag_and_type(1, pbf_wire_type::length_delimited):
          size = static_cast<std::int64_t>(reader.get_view().size());
          raw = true;
          break;
        case protozero::tag_and_type(2, pbf_wire_type::varint):
          size = reader.get_int32();
          break;
        case protozero::tag_and_type(3, pbf_wire_type::length_delimited):
          compressed = !reader.get_view().empty();
          break;
        default:
          source_.fail_at_byte(
              block_, fmt::format("a block's content of kind {}, such as lzma, bzip2, lz4 or zstd; "
                                  "expected raw bytes or zlib",
                                  reader.tag()));
      }
    }
    if (raw == compressed) {
      source_.fail_at_byte(block_, fmt::format("a block with {}; expected raw bytes or zlib",
                                               raw ? "raw bytes and zlib" : "no content"));
    }
    if (size <= 0 || size > static_cast<std::int64_t>(kMostOsmBlockBytes)) {
      source_.fail_at_byte(block_, fmt::format("a block whose content has {} bytes when it is not "
                                               "compressed; expected 1 to {}",
                                               size, kMostOsmBlockBytes));
    }
    return static_cast<std::size_t>(size);
  }

  const TextFile& source_;
  std::size_t byte_ = 0;
  std::size_t block_ = 0;
};

}  // namespace

OsmBlocks find_osm_blocks(const TextFile& source) { return OsmBlockScan(source).all(); }

}  // namespace fairway
