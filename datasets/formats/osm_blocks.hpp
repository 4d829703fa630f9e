#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "datasets/text.hpp"

namespace fairway {

/// A block of a PBF file: the four bytes of its header's size, the header and its content.
struct OsmBlock {
  std::size_t byte = 0;      ///< where it begins
  std::size_t size = 0;      ///< in the file
  std::size_t raw_size = 0;  ///< of its content, when it is not compressed
};

struct OsmBlocks {
  OsmBlock header;
  std::vector<OsmBlock> data;
  std::size_t unknown = 0;  ///< of other types
};

/// The most bytes of a block's content, as the format has it, and of all blocks together.
inline constexpr std::size_t kMostOsmBlockBytes = std::size_t{32} << 20;
inline constexpr std::size_t kMostOsmBytes = std::size_t{1} << 30;

/// The blocks of a PBF file, unread. Throws InputError with the byte of a block that reaches over
/// the end of the file, is too big, or is compressed otherwise than by zlib. O(blocks).
OsmBlocks find_osm_blocks(const TextFile& source);

}  // namespace fairway
