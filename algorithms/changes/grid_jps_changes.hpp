#pragma once

#include <cstddef>
#include <span>

#include "algorithms/changes/grid_changes.hpp"
#include "algorithms/solvers/grid_jps/grid_jps.hpp"

namespace fairway {

/// What repairs a GridJps: its grid, then the jumps near the cells that changed.
class GridJpsChanges {
 public:
  GridJpsChanges(GridJps& index, const FreeSpace& space)
      : index_(index), grid_(index.grid(), space) {}

  bool follow(const SpaceChange& change);
  std::size_t memory_bytes() const { return grid_.memory_bytes(); }

 private:
  GridJps& index_;
  GridChanges grid_;
};

/// Makes the table that of a grid whose cells in these blocks changed, and of rules that follow it.
/// A jump depends on that of the next cell, so changes go on backwards, until a jump stays as it
/// was. O(k log k) for k cells of the blocks and jumps that change.
void follow(JumpTable& table, const GridGraph& graph, const JumpRules& rules,
            std::span<const CellBlock> blocks);

}  // namespace fairway
