#pragma once

#include <cstddef>

#include "programs/detour/detour_tile_cache.hpp"

namespace fairway {

/// Repairs a DetourTileCache after a burst. dtTileCache itself does the work.
class DetourTileCacheChanges {
 public:
  DetourTileCacheChanges(DetourTileCache& index, const FreeSpace&) : index_(index) {}

  bool follow(const SpaceChange& change) { return index_.change(change); }
  void update_report() { index_.update_report(); }
  std::size_t memory_bytes() const { return 0; }

 private:
  DetourTileCache& index_;
};

}  // namespace fairway
