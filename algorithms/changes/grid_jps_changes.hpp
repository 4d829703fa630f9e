#pragma once

#include <cstddef>
#include <span>

#include "algorithms/changes/grid_changes.hpp"
#include "algorithms/solvers/grid_jps/grid_jps.hpp"

namespace fairway {

/// Repairs a GridJps: its grid, then the jumps near the changed cells.
class GridJpsChanges {
 public:
  ///@{ See IndexChanges.
  GridJpsChanges(GridJps& index, const FreeSpace& space)
      : index_(index), grid_(index.grid(), space) {}

  bool follow(const SpaceChange& change);
  std::size_t memory_bytes() const { return grid_.memory_bytes(); }
  ///@}

 private:
  GridJps& index_;
  GridChanges grid_;
};

/// Updates a table after the cells in these blocks changed in the graph. Precondition: the rules
/// are up to date. A jump depends on the jump of the next cell. So changes propagate against the
/// direction of the jump, until a jump does not change. O(k log k), where k is the number of cells
/// in the blocks plus the number of changed jumps.
void update_jumps(JumpTable& table, const GridGraph& graph, const JumpRules& rules,
                  std::span<const CellBlock> blocks);

}  // namespace fairway
