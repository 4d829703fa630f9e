#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairway {

/// The biconnected components ("blocks") of an undirected graph of cells, and the forest of blocks
/// and cells. A path that visits no cell twice stays in the blocks on the forest's path between its
/// ends. Immutable. Construction takes O(cells + links).
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

  std::size_t block_count() const { return gate_.size(); }
  /// The block that holds the links between two linked cells.
  Block block_of(Cell a, Cell b) const {
    const Block up = up_[index(b)];
    return up != kNone && (up == up_[index(a)] || gate_[index(up)] == a) ? up : up_[index(a)];
  }
  std::int32_t component(Cell c) const { return component_[index(c)]; }
  std::size_t component_count() const { return component_count_; }

  /// Calls visit(Block), once or twice, for each block between two cells of one component. O(blocks
  /// from both cells up to where their paths to the tree's root meet).
  template <class Visit>
  void for_each_between(Cell a, Cell b, Visit visit) const {
    while (a != b) {
      Cell& deeper = depth_[index(a)] >= depth_[index(b)] ? a : b;
      const Block block = up_[index(deeper)];
      visit(block);
      deeper = gate_[index(block)];
    }
  }

  std::size_t memory_bytes() const {
    return (up_.capacity() + depth_.capacity() + component_.capacity() + gate_.capacity()) *
           sizeof(std::int32_t);
  }

 private:
  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

  std::vector<Block> up_;            // of each cell: the block towards its tree's root, or kNone
  std::vector<std::int32_t> depth_;  // of each cell: the number of blocks to its tree's root
  std::vector<std::int32_t> component_;
  std::vector<Cell> gate_;  // of each block: its cell nearest to the root
  std::size_t component_count_ = 0;
};

}  // namespace fairway
