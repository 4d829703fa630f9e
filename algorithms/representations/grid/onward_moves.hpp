#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "algorithms/representations/grid/moves.hpp"

namespace fairway {

/// The moves that can continue a cheapest path if each move costs its length. There is a mask of
/// moves for each arrival (the last move to a cell) and each set of legal moves of the cell.
///
/// A move from cell c to cell e is skipped if a detour is cheaper. A detour is a legal path that
/// avoids c, from the cell before c to e. If the detour costs the same, the move is skipped only if
/// the detour is a diagonal move and then a straight move. The legal moves of c show whether the
/// detour is legal.
///
/// Every cell is still reached at its least cost. Wherever a cheapest path makes a straight move
/// and then a skipped diagonal move, the diagonal move can come first. The rules keep the resulting
/// path, because a straight move is never skipped on a cheapest path.
/// Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011,
/// section "Jump Points": neighbour pruning, for moves that may not cut corners.
class OnwardMoves {
 public:
  /// Returns the index of an arrival in the table of masks. The arrival is the move (dx, dy) that
  /// leads to the cell. The move (0, 0) stands for the start of a path.
  static constexpr std::size_t way(int dx, int dy) {
    const int number = 3 * (dy + 1) + dx + 1;
    return static_cast<std::size_t>(number);
  }

  /// Computes all masks.
  constexpr OnwardMoves() {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        for (std::size_t legal = 0; legal < 256; ++legal) {
          masks_[way(dx, dy)][legal] = static_cast<std::uint8_t>(legal & onward(legal, dx, dy));
        }
      }
    }
  }

  /// Mask of the moves of `legal` that can continue a path after the arrival with index `way`.
  constexpr std::uint32_t mask(std::size_t way, std::uint8_t legal) const {
    return masks_[way][legal];
  }

 private:
  static constexpr std::size_t bit(int dx, int dy) {
    for (std::size_t move = 0; move < 8; ++move) {
      if (kGridMoves[move].dx == dx && kGridMoves[move].dy == dy) return std::size_t{1} << move;
    }
    return 0;
  }
  static constexpr std::size_t onward(std::size_t legal, int dx, int dy) {
    if (dx == 0 && dy == 0) return legal;
    if (dx != 0 && dy != 0) return bit(dx, dy) | bit(dx, 0) | bit(0, dy);
    std::size_t moves = bit(dx, dy);
    for (const int side : {-1, 1}) {
      const int sx = dy * side;
      const int sy = dx * side;
      if ((legal & bit(sx - dx, sy - dy)) == 0) moves |= bit(sx, sy) | bit(sx + dx, sy + dy);
    }
    return moves;
  }

  std::array<std::array<std::uint8_t, 256>, 9> masks_{};
};

/// The masks for all arrivals.
inline constexpr OnwardMoves kOnwardMoves;

}  // namespace fairway
