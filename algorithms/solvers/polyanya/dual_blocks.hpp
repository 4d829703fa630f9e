#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairway {

/// The biconnected components ("blocks") of an undirected graph of cells, and the forest of blocks
/// and cells. A path that visits no cell twice stays in the blocks on the forest's path between its
/// ends. Construction takes O(cells + links).
/// Source: J. Hopcroft, R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation",
/// CACM 16 (1973).
class DualBlocks {
 public:
  using Cell = std::int32_t;
  using Block = std::int32_t;
  static constexpr std::int32_t kNone = -1;

  DualBlocks() = default;
  /// The links of cell c are `links[begin[c]]` up to `links[begin[c + 1]]`: the cells beyond, or
  /// kNone. Each is listed at both cells.
  DualBlocks(std::span<const std::int32_t> begin, std::span<const Cell> links);

  /// All numbers of blocks are less.
  std::size_t block_count() const { return gate_.size(); }
  /// The block that holds the links between two linked cells. Precondition: no blocks were united.
  Block block_of(Cell a, Cell b) const {
    const Block up = up_[index(b)];
    return up != kNone && (up == up_[index(a)] || gate_[index(up)] == a) ? up : up_[index(a)];
  }

  /// Calls visit(Block), once or twice, for each block between two connected cells. O(blocks from
  /// both cells up to where their paths to the tree's root meet, and those united with them).
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

  std::size_t memory_bytes() const {
    return (up_.capacity() + depth_.capacity() + gate_.capacity() + leader_.capacity() +
            next_united_.capacity() + united_.capacity()) *
           sizeof(std::int32_t);
  }

  /// The tables, to edit them in place.
  struct Tables {
    std::vector<Block>& up;
    std::vector<std::int32_t>& depth;
    std::vector<Cell>& gate;
    std::vector<Block>& leader;
    std::vector<Block>& next_united;
    std::vector<std::int32_t>& united;
  };
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
  std::vector<Block> up_;  // of each cell: the block towards its tree's root, or kNone
  // Of each cell: greater than that of its block's gate; at first the number of blocks to the root.
  std::vector<std::int32_t> depth_;
  std::vector<Cell> gate_;  // of each block: its cell nearest to the root; kNone where trees join
  // Of blocks if some were united, else empty. United blocks count as one; its gate is the
  // leader's.
  std::vector<Block> leader_;
  std::vector<Block> next_united_;    // in the ring of united blocks
  std::vector<std::int32_t> united_;  // of a leader: how many they are
};

}  // namespace fairway
