#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/solvers/polyanya/dual_blocks.hpp"

namespace fairway {

/// Updates the blocks (biconnected components) of a graph when cells are removed and added. The
/// removal of a cell splits no block. So a block may combine several biconnected components, and
/// DualBlocks::for_each_between() visits all blocks between two cells, and possibly more.
class DualBlocksEditor {
 public:
  ///@{ As in DualBlocks.
  using Cell = DualBlocks::Cell;
  using Block = DualBlocks::Block;
  static constexpr std::int32_t kNone = DualBlocks::kNone;
  ///@}

  /// Keeps references to the tables of `blocks`.
  explicit DualBlocksEditor(DualBlocks& blocks) : blocks_(blocks.tables()) {}

  /// Adds the cells `come` and returns the block of each link. Precondition: the numbers of these
  /// cells were never used before. The links of come[i] are `links[begin[i]]` ..
  /// `links[begin[i + 1] - 1]`, as in DualBlocks(). A link between an existing cell and a new cell
  /// is listed only at the new cell. A removed cell needs no call; it keeps its number. Expected
  /// linear in the new cells, their links, and the blocks between existing cells that are linked to
  /// new cells.
  std::vector<Block> add(std::span<const Cell> come, std::span<const std::int32_t> begin,
                         std::span<const Cell> links);

 private:
  std::int32_t depth(Cell c) const {
    return c == kNone ? -1 : blocks_.depth[static_cast<std::size_t>(c)];
  }
  Block add_block(Cell gate);
  Block unite(Block a, Block b);
  Block unite_between(std::span<const Cell> ends);

  DualBlocks::Tables blocks_;
};

}  // namespace fairway
