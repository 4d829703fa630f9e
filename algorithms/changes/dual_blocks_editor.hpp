#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/solvers/polyanya/dual_blocks.hpp"

namespace fairway {

/// Keeps the blocks of a graph while cells are removed and added. No block between two cells is
/// left out; a block may hold more than one of the graph, and trees that were joined once stay one.
class DualBlocksEditor {
 public:
  using Cell = DualBlocks::Cell;
  using Block = DualBlocks::Block;
  static constexpr std::int32_t kNone = DualBlocks::kNone;

  explicit DualBlocksEditor(DualBlocks& blocks) : blocks_(blocks.tables()) {}

  /// Adds cells, with numbers never used before. Links of come[i] are `links[begin[i]]` up to
  /// `links[begin[i + 1]]`, as in DualBlocks(); a link with an older cell is listed at the new one
  /// only. Returns the block of each link. Removed cells need no call; they keep their numbers.
  /// Expected linear in the new cells, their links, and the blocks between those that they are
  /// linked to.
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
