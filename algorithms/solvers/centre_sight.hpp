#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// Line of sight between the centres of a lattice's free cells: whether the straight segment is a
/// legal path, decided exactly as sees() does. On the own lattice of a world made of cells it is
/// decided by integers, from cell to cell, and over a whole square of free cells at once; else, and
/// where an eroded world lets a segment pass that the free cells do not, by the free space.
/// Immutable.
class CentreSight {
 public:
  /// The graph has at least 8 neighbours. O(cells).
  CentreSight(const FreeSpace& space, const GridGraph& graph);

  /// Precondition: both cells are free.
  bool sees(const FreeSpace& space, const GridGraph& graph, Vertex from, Vertex to) const;

  std::size_t memory_bytes() const { return cells_.capacity() * sizeof(Cell); }

 private:
  struct Cell {
    std::uint8_t moves;  ///< to the 8 neighbours, as the graph's
    std::uint8_t reach;  ///< the square of this many cells each way is free, with all its borders
  };

  void measure_reach(std::int32_t columns, std::int32_t rows);
  bool walk(const GridGraph& graph, Vertex from, Vertex to) const;

  std::vector<Cell> cells_;  // empty where integers cannot tell
  bool decides_ = false;     ///< a segment that the walk refuses is illegal
};

}  // namespace fairway
