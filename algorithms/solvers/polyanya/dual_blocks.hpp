#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairway {

/// The biconnected components ("blocks") of an undirected graph of cells. Blocks and cells form a
/// forest (block-cut trees). A path that visits no cell twice stays in the blocks that lie between
/// its ends in the forest. Repairs may unite several blocks; united blocks count as one block.
/// Source: J. Hopcroft, R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation",
/// CACM 16 (1973).
class DualBlocks {
 public:
  using Cell = std::int32_t;                 ///< Index of a cell.
  using Block = std::int32_t;                ///< Index of a block.
  static constexpr std::int32_t kNone = -1;  ///< No cell, or no block.
  DualBlocks() = default;                    ///< The empty graph.
  /// The links of cell c are `links[begin[c]]` .. `links[begin[c + 1] - 1]`: neighbouring cells or
  /// kNone. Each link is listed at both cells. O(cells + links).
  DualBlocks(std::span<const std::int32_t> begin, std::span<const Cell> links);

  /// One past the largest number of a block.
  std::size_t block_count() const { return gate_.size(); }
  /// Block of the link between two neighbouring cells. Precondition: no blocks are united.
  Block block_of(Cell a, Cell b) const {
    const Block up = up_[index(b)];
    return up != kNone && (up == up_[index(a)] || gate_[index(up)] == a) ? up : up_[index(a)];
  }

  /// Calls visit(Block), once or twice, for each block between two connected cells. O(b), where b
  /// counts the blocks on the paths from both cells up to their common ancestor, and the blocks
  /// united with these blocks.
  template <class Visit>
  void for_each_between(Cell a, Cell b, Visit visit) const {
    if (!leader_.empty()) {
      for_each_united_between(a, b, visit);
      return;
    }
    while (a != b) {
      Cell& deeper = depth_[index(a)] >= depth_[index(b)] ? a : b;
      const Block block = up_[index(deeper)];
      visit(block);
      deeper = gate_[index(block)];
    }
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const {
    return (up_.capacity() + depth_.capacity() + gate_.capacity() + leader_.capacity() +
            next_united_.capacity() + united_.capacity()) *
           sizeof(std::int32_t);
  }

  /// References to the private tables, for repairs after a change of the world.
  struct Tables {
    ///@{ References to the tables.
    std::vector<Block>& up;
    std::vector<std::int32_t>& depth;
    std::vector<Cell>& gate;
    std::vector<Block>& leader;
    std::vector<Block>& next_united;
    std::vector<std::int32_t>& united;
    ///@}
  };
  /// The tables, for repairs after a change of the world.
  Tables tables() { return {up_, depth_, gate_, leader_, next_united_, united_}; }

 private:
  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

  template <class Visit>
  void for_each_united_between(Cell a, Cell b, Visit visit) const {
    while (a != b) {
      Cell& deeper = depth(a) >= depth(b) ? a : b;
      if (up_[index(deeper)] == kNone) {
        deeper = kNone;
        continue;
      }
      const Block first = leader_[index(up_[index(deeper)])];
      Block block = first;
      do {
        visit(block);
        block = next_united_[index(block)];
      } while (block != first);
      deeper = gate_[index(first)];
    }
  }
  std::int32_t depth(Cell c) const { return c == kNone ? -1 : depth_[index(c)]; }
  std::vector<Block> up_;  // for each cell: the block towards the root of its tree, or kNone
  // Depth of each cell c: greater than the depth of the cell gate_[up_[c]]. After a build, the
  // depth is the number of blocks up to the root.
  std::vector<std::int32_t> depth_;
  // For each block: its cell nearest to the root; kNone for a block that joins several trees.
  std::vector<Cell> gate_;
  // For each block: the leader of its set of united blocks. Empty if no blocks are united. The
  // blocks of a set count as one block, with the gate of their leader.
  std::vector<Block> leader_;
  std::vector<Block> next_united_;    // for each block: the next block in the ring of its set
  std::vector<std::int32_t> united_;  // for each leader: number of blocks in its set
};

}  // namespace fairway
