#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// Whether the segment between two centres of free cells is a legal path, exactly as sees()
/// answers. On the own lattice of a world made of cells, integers decide from cell to cell, at once
/// if a square of free cells holds the segment. The free space decides on other lattices, and where
/// the walk fails on an eroded world, which can let a segment pass that the free cells do not.
/// Immutable but for its owner.
class CentreSight {
 public:
  /// Precondition: the graph has 8 neighbours. O(cells).
  CentreSight(const FreeSpace& space, const GridGraph& graph);

  /// Precondition: both cells are free.
  bool sees(const FreeSpace& space, const GridGraph& graph, Vertex from, Vertex to) const;

  struct Cell {
    std::uint8_t moves;  ///< legal moves to the 8 neighbours, as in the graph
    std::uint8_t reach;  ///< all cells up to this many away are free, with open borders
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  static constexpr std::uint8_t kAllMoves = 0xFF;
  static constexpr std::uint8_t kFar = 255;  ///< the reach counts no further
  /// To edit it in place; empty if integers cannot decide.
  std::vector<Cell>& cells() { return cells_; }

  friend bool operator==(const CentreSight&, const CentreSight&) = default;

  std::size_t memory_bytes() const { return cells_.capacity() * sizeof(Cell); }

 private:
  void measure_reach(std::size_t columns);
  bool walk(const GridGraph& graph, Vertex from, Vertex to) const;

  std::vector<Cell> cells_;  // empty if integers cannot decide
  bool decides_ = false;     ///< a segment that the walk refuses is illegal
};

}  // namespace fairway
