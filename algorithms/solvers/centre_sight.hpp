#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/representations/grid/grid_graph.hpp"

namespace fairway {

/// Decides whether the segment between the centres of two free cells is legal, with the same answer
/// as sees() of visibility.hpp.
/// - If the cells of the graph are the cells of the world, an integer walk goes from cell to cell.
/// It crosses a square of free cells in one step.
/// - On other lattices, sees() decides.
/// - In an eroded world, a legal segment may meet a blocked cell. So if the walk meets a blocked
/// cell, sees() decides.
///
/// Queries do not change the object. Only repairs after a change of the world edit reaches().
class CentreSight {
 public:
  /// Computes the reaches of all cells, see Reaches. Precondition: the graph has 8 neighbours.
  /// O(cells).
  CentreSight(const FreeSpace& space, const GridGraph& graph);

  /// A vertex with its column and row.
  struct Place {
    ///@{ The vertex and its cell.
    Vertex vertex;
    RowDivision::Cell cell;
    ///@}
  };
  /// Whether the segment between two cell centres is legal. Precondition: both cells are free.
  /// O(cells on the segment) if the integer walk decides.
  bool sees(const FreeSpace& space, const GridGraph& graph, const Place& from,
            const Place& to) const;

  /// The two reaches of a cell. A reach of r > 0 states that a square of r + 1 by r + 1 cells is
  /// free and has no walls inside. The cell is a corner of the square. Both squares extend towards
  /// larger rows. The square of the first reach extends towards larger columns, the square of the
  /// second towards smaller columns.
  using Reaches = std::array<std::uint8_t, 2>;
  static constexpr std::uint8_t kFar = 255;          ///< upper limit of a reach
  static constexpr std::array<int, 2> kSide{1, -1};  ///< column direction of each reach's square
  /// Computes reach number `which` of a cell from its legal moves and from the same reach of three
  /// neighbours. `next` holds the reach of the neighbour in direction kSide[which], of the
  /// neighbour in the next row, and of the diagonal neighbour between these two. Returns 0 if the
  /// diagonal move is illegal. Otherwise returns the least of the three reaches plus 1, at most
  /// kFar.
  static std::uint8_t reach(std::uint8_t moves, std::size_t which,
                            const std::array<std::uint8_t, 3>& next) {
    if ((moves >> diagonal_of(kSide[which], 1) & 1) == 0) return 0;
    const std::uint8_t least = std::min({next[0], next[1], next[2]});
    return static_cast<std::uint8_t>(least + (least < kFar ? 1 : 0));
  }
  /// Whether the integer walk is used. If so, the coordinates of cell centres are exact.
  bool has_exact_centres() const { return !reaches_.empty(); }
  /// The reaches of all cells, for repairs after a change of the world. Empty if the integer walk
  /// is not used.
  std::vector<Reaches>& reaches() { return reaches_; }

  /// Compares all members.
  friend bool operator==(const CentreSight&, const CentreSight&) = default;

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return reaches_.capacity() * sizeof(Reaches); }

 private:
  template <std::size_t Which>
  void measure_reaches(const GridGraph& graph);

  std::vector<Reaches> reaches_;  // empty if the integer walk is not used
  bool decides_ = false;          // whether a segment is illegal if its walk meets a blocked cell
};

}  // namespace fairway
