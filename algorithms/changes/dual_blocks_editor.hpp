#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/solvers/polyanya/dual_blocks.hpp"

namespace fairway {

/// Updates the blocks of a graph whose cells are removed and added. All blocks between two cells
/// are still found. A block may combine several biconnected components, and trees that were joined
/// stay joined.
class DualBlocksEditor {
 public:
  ///@{ As in DualBlocks.
  using Cell = DualBlocks::Cell;
  using Block = DualBlocks::Block;
  static constexpr std::int32_t kNone = DualBlocks::kNone;
  ///@}

  /// Keeps references to the tables of `blocks`.
  explicit DualBlocksEditor(DualBlocks& blocks) : blocks_(blocks.tables()) {}

  /// Adds cells and returns the block of each link. Precondition: the numbers were never used
  /// before. The links of come[i] are `links[begin[i]]` .. `links[begin[i + 1] - 1]`, as in
  /// DualBlocks(). A link with an old cell is listed only at the new cell. Removed cells need no
  /// call; they keep their numbers. Expected linear in the new cells, their links, and the blocks
  /// between the old cells linked to them.
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
