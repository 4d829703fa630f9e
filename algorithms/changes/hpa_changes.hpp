#pragma once

#include <cstddef>

#include "algorithms/changes/grid_changes.hpp"
#include "algorithms/representations/hpa/hpa.hpp"

namespace fairway {

/// Repairs an Hpa: its grid, its entrances, then the costs inside changed clusters.
class HpaChanges {
 public:
  ///@{ See IndexChanges.
  HpaChanges(Hpa& index, const FreeSpace& space) : index_(index), grid_(index.grid(), space) {}

  bool follow(const SpaceChange& change) {
    if (!grid_.follow(change)) return false;
    index_.repair(grid_.changed_vertices());
    return true;
  }
  std::size_t memory_bytes() const { return grid_.memory_bytes(); }
  ///@}

 private:
  Hpa& index_;
  GridChanges grid_;
};

}  // namespace fairway
