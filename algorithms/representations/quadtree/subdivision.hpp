#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

inline constexpr std::int32_t kNoCell = -1;

/// The cells [x0, x1) x [y0, y1) of a lattice.
struct CellRect {
  std::int32_t x0;
  std::int32_t y0;
  std::int32_t x1;
  std::int32_t y1;
  friend bool operator==(const CellRect&, const CellRect&) = default;
};

/// Whether a rectangle is at most `limit` times as long as wide.
inline bool within_aspect(const CellRect& cell, double limit) {
  const int width = cell.x1 - cell.x0;
  const int height = cell.y1 - cell.y0;
  return std::max(width, height) <= limit * std::min(width, height);
}

/// Whether two cells that share a whole side may be joined; the second is to the right or above.
using JoinRule = std::function<bool(const CellRect&, const CellRect&)>;

/// The tree of a subdivided square of 2^depth x 2^depth lattice cells: four bytes a node.
class QuadtreeNodes {
 public:
  static constexpr std::int32_t kBlocked = -1;

  /// A node holds the number of its first child, kBlocked, or a leaf's cell.
  using Node = std::int32_t;
  static constexpr bool is_leaf(Node node) { return node < kBlocked; }
  static constexpr std::int32_t cell_of(Node leaf) { return -2 - leaf; }
  static constexpr Node leaf_of(std::int32_t cell) { return -2 - cell; }

  Node node(std::int32_t k) const { return nodes_[static_cast<std::size_t>(k)]; }
  int depth() const { return depth_; }

  /// The number of the node whose leaf or blocked square holds lattice cell (i, j). Precondition:
  /// the cell is in the square. O(depth).
  std::int32_t node_at(int i, int j) const {
    std::int32_t k = 0;
    for (int level = depth_ - 1; node(k) >= 0; --level) {
      k = node(k) + (i >> level & 1) + 2 * (j >> level & 1);
    }
    return k;
  }

  /// The cell that holds lattice cell (i, j), or -1 if that is blocked or outside. O(depth).
  std::int32_t cell_at(int i, int j) const {
    if (i < 0 || j < 0 || (i >> depth_) != 0 || (j >> depth_) != 0) return -1;
    Node at = nodes_.front();
    for (int level = depth_ - 1; at >= 0; --level) {
      at = node(at + (i >> level & 1) + 2 * (j >> level & 1));
    }
    return at == kBlocked ? -1 : cell_of(at);
  }

  /// A leaf: a square of 2^level lattice cells a side, or all outside the tree's square.
  struct Leaf {
    std::int32_t cell;  ///< -1 if it is blocked
    int level;
  };
  static constexpr int kOutside = 31;
  /// The leaf that holds lattice cell (i, j), of level kOutside outside the square. O(depth).
  Leaf leaf_at(int i, int j) const;

  /// Replaces each leaf's cell c by renamed[c].
  void rename_cells(const std::vector<std::int32_t>& renamed);

  std::size_t memory_bytes() const { return nodes_.capacity() * sizeof(Node); }

 private:
  friend class Subdivider;
  friend class LeafEditor;
  std::vector<Node> nodes_;
  int depth_ = 0;
};

/// A tree and the free cells at its leaves, in Z-order.
struct Subdivision {
  QuadtreeNodes tree;
  std::vector<CellRect> cells;
};

/// Splits the smallest square of 2^k lattice cells over the lattice until each square is all free,
/// without inner walls and of one cost, or all blocked. Bottom up, O(lattice cells).
/// Source: H. Samet, "The Quadtree and Related Hierarchical Data Structures", ACM Computing Surveys
/// 16 (1984), section 2.
Subdivision subdivide(const RasterisedSpace& raster);

/// Joins neighbours of one cost that share a whole open side, if the rule allows it, by turns in x
/// and y until nothing changes. Returns each cell's new number. O(lattice cells + cells x sweeps).
std::vector<std::int32_t> merge_cells(const RasterisedSpace& raster, const JoinRule& rule,
                                      std::vector<CellRect>& cells);

}  // namespace fairway
