#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/changing_space/changing_raster.hpp"
#include "algorithms/representations/quadtree/subdivision.hpp"

namespace fairway {

/// Splits and merges the leaves of a tree near lattice cells that changed, so that the tree is that
/// of subdivide(), but for the numbers of its nodes. Each leaf has a part, which the caller
/// numbers. Preconditions: no terrain.
class LeafEditor {
 public:
  static constexpr std::int32_t kNoPart = -1;

  /// A leaf that has no part yet.
  struct Leaf {
    std::int32_t node;
    CellRect rect;
  };

  LeafEditor() = default;
  /// The leaf of each cell has the part of the cell's number.
  explicit LeafEditor(const QuadtreeNodes& tree);

  /// Makes anew the leaves that hold these cells, which must be all whose flags changed, and what
  /// must be split or merged with them. O(k depth) for k cells, and the borders of quarters that
  /// may be one square.
  void change(QuadtreeNodes& tree, const RasterisedSpace& raster,
              std::span<const ChangingRaster::Cell> cells);
  /// Of the last change.
  std::span<const std::int32_t> lost_parts() const { return lost_; }
  std::span<const Leaf> new_leaves() const { return fresh_; }

  void set_part(std::int32_t node, std::int32_t part) {
    parts_[static_cast<std::size_t>(node)] = part;
  }
  std::int32_t part(std::int32_t node) const { return parts_[static_cast<std::size_t>(node)]; }
  static void set_cell(QuadtreeNodes& tree, std::int32_t node, std::int32_t cell) {
    tree.nodes_[static_cast<std::size_t>(node)] = QuadtreeNodes::leaf_of(cell);
  }

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

  void change(const Change& in, std::int32_t node, int level, int x, int y,
              std::span<ChangingRaster::Cell> cells);
  void make_leaf(const Change& in, std::int32_t node, int level, int x, int y);
  void lose(std::int32_t node);
  std::int32_t take_four(const Change& in);

  std::vector<std::int32_t> parts_;  // of each node
  std::vector<std::int32_t> free_;   // the first of four nodes
  std::vector<std::int32_t> freed_;  // by this change
  std::vector<std::int32_t> lost_;
  std::vector<Leaf> fresh_;
  std::vector<ChangingRaster::Cell> cells_;
};

}  // namespace fairway
