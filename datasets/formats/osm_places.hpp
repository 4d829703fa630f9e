#pragma once

#include "datasets/formats/osm_blocks.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// Throws InputError, with the byte where the block begins, unless the nodes of a block of a PBF
/// file, or the box of its header, are between -180 and 180 degrees east and -90 and 90 north:
/// libosmium drops the upper bits of others. Linear in the content's size, which it takes in memory
/// besides.
void check_osm_places(const TextFile& source, const OsmBlock& block, bool header = false);

}  // namespace fairway
