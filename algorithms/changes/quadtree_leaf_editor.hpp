#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/representations/quadtree/subdivision.hpp"

namespace fairway {

/// Splits and merges the leaves of a quadtree near changed lattice cells. The tree then equals
/// the result of subdivide(), but its nodes may have other numbers. The caller assigns each leaf a
/// part (see CellParts). Precondition: no terrain.
class LeafEditor {
 public:
  static constexpr std::int32_t kNoPart = -1;  ///< Value of part() if no part is assigned.

  /// A new leaf. The caller assigns a part to it.
  struct Leaf {
    std::int32_t node;  ///< number of the leaf's node
    CellRect rect;      ///< square of the leaf
  };

  LeafEditor() = default;  ///< An editor without a tree.
  /// Initially, the part of each leaf is the number of its cell.
  explicit LeafEditor(const QuadtreeNodes& tree);

  /// Updates the leaves that contain these cells, and the leaves that must be split or merged with
  /// them. Precondition: `cells` are all cells whose flags changed. O(k depth) for k cells. If four
  /// squares may merge into one, also linear in the length of the borders between them.
  void update(QuadtreeNodes& tree, const RasterisedSpace& raster,
              std::span<const ChangingRaster::Cell> cells);
  /// Parts of the leaves removed by the last update.
  std::span<const std::int32_t> lost_parts() const { return lost_; }
  /// Leaves added by the last update.
  std::span<const Leaf> new_leaves() const { return fresh_; }
  /// Sets the part of a leaf.
  void set_part(std::int32_t node, std::int32_t part) {
    parts_[static_cast<std::size_t>(node)] = part;
  }
  /// The part of a leaf.
  std::int32_t part(std::int32_t node) const { return parts_[static_cast<std::size_t>(node)]; }
  /// Sets the cell of a leaf.
  static void set_cell(QuadtreeNodes& tree, std::int32_t node, std::int32_t cell) {
    tree.nodes_[static_cast<std::size_t>(node)] = QuadtreeNodes::leaf_of(cell);
  }

  /// Bytes on the heap, without scratch.
  std::size_t memory_bytes() const {
    return (parts_.capacity() + free_.capacity()) * sizeof(std::int32_t);
  }

 private:
  using Node = QuadtreeNodes::Node;

  struct Change {
    QuadtreeNodes& tree;
    const RasterisedSpace& raster;
    Node& at(std::int32_t k) const { return tree.nodes_[static_cast<std::size_t>(k)]; }
  };

  void update_node(const Change& in, std::int32_t node, int level, int x, int y,
                   std::span<ChangingRaster::Cell> cells);
  void make_leaf(const Change& in, std::int32_t node, int level, int x, int y);
  void lose(std::int32_t node);
  std::int32_t take_four(const Change& in);

  std::vector<std::int32_t> parts_;  // part of each node
  std::vector<std::int32_t> free_;   // first nodes of free groups of four
  std::vector<std::int32_t> freed_;  // groups freed by this update; the next update may reuse them
  std::vector<std::int32_t> lost_;
  std::vector<Leaf> fresh_;
  std::vector<ChangingRaster::Cell> cells_;
};

}  // namespace fairway
