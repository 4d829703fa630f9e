#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/moves.hpp"

namespace fairway {

/// A cell as a vertex and as column and row.
struct JumpCell {
  Vertex v;        ///< vertex of the cell
  std::int32_t i;  ///< column of the cell
  std::int32_t j;  ///< row of the cell
};

/// The value of `arrival` at a cell where no move is pruned. Any other value of `arrival` is the
/// straight direction (0 .. 3) of the last move of a path to the cell.
inline constexpr int kAnyhow = 4;

/// Returns the mask of the moves that remain after pruning at a cell. `legal` is the mask of the
/// cell's legal moves. `arrival` is a straight direction or kAnyhow. A legal move straight on
/// always remains. Any other move is pruned if its target can be reached by a path that turns
/// before this cell and is not longer.
constexpr std::uint8_t pruned_moves(int arrival, std::uint32_t legal) {
  if (arrival == kAnyhow) return static_cast<std::uint8_t>(legal);
  std::uint32_t kept = 1U << arrival;
  for (const int turn : {1, 3}) {
    const int aside = (arrival + turn) % 4;
    const int ahead = 4 + (turn == 1 ? arrival : aside);
    const int behind = 4 + (turn == 1 ? aside : (aside + 3) % 4);
    if ((legal >> aside & 1) != 0 && (legal >> behind & 1) == 0) kept |= 1U << aside | 1U << ahead;
  }
  return static_cast<std::uint8_t>(kept & legal);
}

/// The rules that decide where the jumps of jump point search stop on a grid of 8 neighbours.
/// Pruning assumes that the free cells alone determine the legal moves. Walls of zero width between
/// free cells break this assumption. A cell is irregular if its legal moves differ from the moves
/// that its free neighbours imply. Jumps stop at irregular cells, and all moves are considered
/// there. This suffices, because pruning at a cell depends only on the four squares of 2 x 2 cells
/// around the cell.
/// Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011.
/// Diagonal moves need two free orthogonal neighbours, as in "Improving Jump Point Search", ICAPS
/// 2014.
class JumpRules {
 public:
  /// Finds the irregular cells. O(cells).
  explicit JumpRules(const Grid& grid);

  /// Recomputes whether cell (i, j) is irregular. Call this after the moves of the cell changed.
  /// O(1), but O(cells) for the first irregular cell.
  void update(const Grid& grid, int i, int j);

  /// Whether the grid may have irregular cells.
  bool any_irregular() const { return !irregular_.empty(); }
  /// Whether a cell is irregular. O(1).
  bool irregular(Vertex v) const {
    return any_irregular() &&
           (irregular_[static_cast<std::size_t>(v) / 64] >> (static_cast<std::size_t>(v) % 64) &
            1) != 0;
  }
  /// Returns the mask of the moves by which a path may continue at v. `arrival` is the direction of
  /// the path's last move, or kAnyhow. `legal` is the mask of v's legal moves. Precondition: v is
  /// free.
  std::uint8_t moves(Vertex v, int arrival, std::uint32_t legal) const {
    return irregular(v) ? static_cast<std::uint8_t>(legal)
                        : kPruned[static_cast<std::size_t>(arrival)][legal];
  }
  /// Whether a straight jump in direction `arrival` ends at cell v. `legal` is the mask of v's
  /// legal moves. Precondition: v is free.
  bool stops(Vertex v, int arrival, std::uint32_t legal) const {
    return irregular(v) || forces_turns(arrival, legal);
  }
  /// Whether a move that turns remains after pruning at a cell. `legal` is the mask of the cell's
  /// legal moves. Preconditions: the cell is not irregular, and `arrival` is a straight direction.
  static bool forces_turns(int arrival, std::uint32_t legal) {
    return (kPruned[static_cast<std::size_t>(arrival)][legal] & ~(1U << arrival)) != 0;
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return irregular_.capacity() * sizeof(irregular_[0]); }

 private:
  static constexpr auto kPruned = [] {
    std::array<std::array<std::uint8_t, 256>, 5> table{};
    for (int arrival = 0; arrival < 5; ++arrival) {
      for (std::uint32_t legal = 0; legal < 256; ++legal) {
        table[static_cast<std::size_t>(arrival)][legal] = pruned_moves(arrival, legal);
      }
    }
    return table;
  }();

  std::vector<std::uint64_t> irregular_;  // one bit per cell; empty if no cell is irregular
};

}  // namespace fairway
