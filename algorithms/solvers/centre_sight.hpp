#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// Decides whether the segment between the centres of two free cells is legal, with the same answer
/// as sees(). In a world made of cells, on the native lattice, integers decide from cell to cell; a
/// square of free cells is crossed at once. On other lattices the free space decides. The free
/// space also decides in an eroded world if the integers find a blocked cell, because a legal
/// segment may meet a blocked cell there.
/// Queries do not change it; repairs of changing worlds edit its cells.
class CentreSight {
 public:
  /// Precondition: the graph has 8 neighbours. O(cells).
  CentreSight(const FreeSpace& space, const GridGraph& graph);

  /// Whether the segment between two cell centres is legal. Precondition: both cells are free.
  /// O(cells on the segment) if integers decide.
  bool sees(const FreeSpace& space, const GridGraph& graph, Vertex from, Vertex to) const;

  /// A cell of the lattice.
  struct Cell {
    std::uint8_t moves;  ///< legal moves to the 8 neighbours, as in the graph
    std::uint8_t reach;  ///< all cells up to this chessboard distance have all moves
    /// Member by member.
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  static constexpr std::uint8_t kAllMoves = 0xFF;  ///< moves of a cell that lacks none
  static constexpr std::uint8_t kFar = 255;        ///< largest value of reach
  /// The cells, for repairs. Empty if integers cannot decide.
  std::vector<Cell>& cells() { return cells_; }

  /// Member by member.
  friend bool operator==(const CentreSight&, const CentreSight&) = default;

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return cells_.capacity() * sizeof(Cell); }

 private:
  void measure_reach(std::size_t columns);
  bool walk(const GridGraph& graph, Vertex from, Vertex to) const;

  std::vector<Cell> cells_;  // empty if integers cannot decide
  bool decides_ = false;     // whether a blocked cell on the walk makes the segment illegal
};

}  // namespace fairway
