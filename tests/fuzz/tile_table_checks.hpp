#pragma once

#include "datasets/tile_table.hpp"
#include "tests/fuzz/accepted.hpp"

namespace fairway::fuzz {

/// Reports a fault unless the table has tiles and all their costs are in range.
inline void check_tile_table(const TileTable& table) {
  bool any = false;
  for (int c = 0; c < 256; ++c) {
    const Tile* tile = table.find(static_cast<char>(c));
    if (tile == nullptr) continue;
    any = true;
    require(tile->kind == Raster::kBlocked ||
                (tile->cost >= TileTable::kLeastCost && tile->cost <= TileTable::kMostCost),
            "a cost out of range");
  }
  require(any, "a table without tiles");
}

}  // namespace fairway::fuzz
