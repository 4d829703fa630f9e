#pragma once

#include <cstddef>
#include <span>

#include "algorithms/changes/grid_changes.hpp"
#include "algorithms/solvers/theta_star/theta_star.hpp"

namespace fairway {

/// Repairs a ThetaStar: its grid, then the reaches of its cells (see CentreSight).
class ThetaStarChanges {
 public:
  ///@{ See IndexChanges.
  ThetaStarChanges(ThetaStar& index, const FreeSpace& space)
      : index_(index), grid_(index.grid(), space) {}

  bool follow(const SpaceChange& change);
  std::size_t memory_bytes() const { return grid_.memory_bytes(); }
  ///@}

 private:
  ThetaStar& index_;
  GridChanges grid_;
};

/// Updates the reaches of a CentreSight after the moves of the cells `changed` have changed in the
/// graph. O(n log n), where n is the number of these cells plus the number of reaches that change.
void update_sight(CentreSight& sight, const GridGraph& graph, std::span<const Vertex> changed);

}  // namespace fairway
