#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Stands for no cell.
inline constexpr std::int32_t kNoCell = -1;

/// A rectangle of lattice cells: [x0, x1) x [y0, y1).
struct CellRect {
  ///@{ Lower left and upper right corner, in lattice lines.
  std::int32_t x0;
  std::int32_t y0;
  std::int32_t x1;
  std::int32_t y1;
  ///@}
  friend bool operator==(const CellRect&, const CellRect&) = default;  ///< equality
};

/// Whether the longer side of a rectangle is at most `limit` times the shorter side.
inline bool within_aspect(const CellRect& cell, double limit) {
  const int width = cell.x1 - cell.x0;
  const int height = cell.y1 - cell.y0;
  return std::max(width, height) <= limit * std::min(width, height);
}

/// Whether two cells that share a whole side may be joined. The second cell is to the right of the
/// first cell or above it.
using JoinRule = std::function<bool(const CellRect&, const CellRect&)>;

/// The tree of a divided square of 2^depth x 2^depth lattice cells. A node takes four bytes.
class QuadtreeNodes {
 public:
  static constexpr std::int32_t kBlocked = -1;  ///< a node without a free cell

  /// The value of a node. If the node's square has no free cell, the value is kBlocked. If the node
  /// is a leaf, the value stands for the leaf's cell; see cell_of(). Otherwise, the value is the
  /// index of the first of four children with successive indices.
  using Node = std::int32_t;
  ///@{ Conversions between leaves and their cells.
  static constexpr bool is_leaf(Node node) { return node < kBlocked; }
  static constexpr std::int32_t cell_of(Node leaf) { return -2 - leaf; }
  static constexpr Node leaf_of(std::int32_t cell) { return -2 - cell; }
  ///@}

  /// The node with index k; the root has index 0.
  Node node(std::int32_t k) const { return nodes_[static_cast<std::size_t>(k)]; }
  int depth() const { return depth_; }  ///< number of levels below the root

  /// Returns the index of the undivided node with the square that contains lattice cell (i, j).
  /// Precondition: the square of the root contains the lattice cell. O(depth).
  std::int32_t node_at(int i, int j) const {
    std::int32_t k = 0;
    for (int level = depth_ - 1; node(k) >= 0; --level) {
      k = node(k) + (i >> level & 1) + 2 * (j >> level & 1);
    }
    return k;
  }

  /// Returns the cell that contains lattice cell (i, j), or -1 if there is none. O(depth).
  std::int32_t cell_at(int i, int j) const {
    if (i < 0 || j < 0 || (i >> depth_) != 0 || (j >> depth_) != 0) return -1;
    Node at = nodes_.front();
    for (int level = depth_ - 1; at >= 0; --level) {
      at = node(at + (i >> level & 1) + 2 * (j >> level & 1));
    }
    return at == kBlocked ? -1 : cell_of(at);
  }

  /// A node that is not divided: a leaf or a blocked node. Its square has sides of 2^level lattice
  /// cells.
  struct Leaf {
    std::int32_t cell;  ///< the cell, or -1 if the square is blocked
    int level;          ///< level of the square, or kOutside if there is no square
  };
  static constexpr int kOutside = 31;  ///< Leaf::level for a lattice cell outside the root's square
  /// Returns the leaf that contains lattice cell (i, j). O(depth).
  Leaf leaf_at(int i, int j) const;

  /// Replaces the cell c of each leaf by renamed[c].
  void rename_cells(const std::vector<std::int32_t>& renamed);

  /// Bytes on the heap, by capacity.
  std::size_t memory_bytes() const { return nodes_.capacity() * sizeof(Node); }

 private:
  friend class Subdivider;
  friend class LeafEditor;
  std::vector<Node> nodes_;
  int depth_ = 0;
};

/// A tree and the free cells at its leaves, in Z-order.
struct Subdivision {
  ///@{ The tree and its cells.
  QuadtreeNodes tree;
  std::vector<CellRect> cells;
  ///@}
};

/// Divides the smallest square of 2^k x 2^k lattice cells that covers the lattice. Each final
/// square is blocked, or free without inner walls and of one cost. Works bottom up. O(lattice
/// cells).
/// Source: H. Samet, "The Quadtree and Related Hierarchical Data Structures", ACM Computing Surveys
/// 16 (1984), section 2.
Subdivision subdivide(const RasterisedSpace& raster);

/// Joins neighbouring cells in place if they have the same cost and share a whole open side, and
/// the rule allows it. Joins along x, then along y, and repeats this until nothing changes. Returns
/// the new index of each old cell. O(lattice cells + cells * repetitions).
std::vector<std::int32_t> merge_cells(const RasterisedSpace& raster, const JoinRule& rule,
                                      std::vector<CellRect>& cells);

}  // namespace fairway
