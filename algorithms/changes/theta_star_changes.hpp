#pragma once

#include <cstddef>
#include <span>

#include "algorithms/changes/grid_changes.hpp"
#include "algorithms/solvers/theta_star/theta_star.hpp"

namespace fairway {

/// What repairs a ThetaStar: its grid, then what its cells see.
class ThetaStarChanges {
 public:
  ThetaStarChanges(ThetaStar& index, const FreeSpace& space)
      : index_(index), grid_(index.grid(), space) {}

  bool follow(const SpaceChange& change);
  std::size_t memory_bytes() const { return grid_.memory_bytes(); }

 private:
  ThetaStar& index_;
  GridChanges grid_;
};

/// Follows a change of the graph: of the moves of these vertices. Linear in them and in the cells
/// whose reach changes.
void follow(CentreSight& sight, const GridGraph& graph, std::span<const Vertex> changed);

}  // namespace fairway
