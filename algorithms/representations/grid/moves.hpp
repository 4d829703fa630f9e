#pragma once

#include <array>
#include <cstddef>

namespace fairway {

/// A move of a grid, from the centre of a cell to the centre of the cell (dx, dy) away.
struct GridMove {
  ///@{ Differences of the columns and of the rows.
  int dx;
  int dy;
  ///@}
};

/// All moves; the index is the direction. The first 4, 8, 16 or 32 moves form a neighbourhood.
/// Source of the larger neighbourhoods: N. Rivera, C. Hernandez, N. Hormazabal, J. A. Baier, "The
/// 2^k Neighborhoods for Grid Path Planning", JAIR 67 (2020).
inline constexpr std::array<GridMove, 32> kGridMoves{{
    {1, 0}, {0, 1},  {-1, 0},  {0, -1}, {1, 1},  {-1, 1},  {-1, -1}, {1, -1},
    {1, 2}, {-2, 1}, {-1, -2}, {2, -1}, {-1, 2}, {-2, -1}, {1, -2},  {2, 1},
    {1, 3}, {-3, 1}, {-1, -3}, {3, -1}, {-1, 3}, {-3, -1}, {1, -3},  {3, 1},
    {2, 3}, {-3, 2}, {-2, -3}, {3, -2}, {-2, 3}, {-3, -2}, {2, -3},  {3, 2},
}};

/// Directions of short moves (indices below 8) along a row, along a column, and diagonally.
constexpr int along_x(int dx) { return dx > 0 ? 0 : 2; }
constexpr int along_y(int dy) { return dy > 0 ? 1 : 3; }
constexpr int diagonal_of(int dx, int dy) { return dx > 0 ? (dy > 0 ? 4 : 7) : (dy > 0 ? 5 : 6); }

/// The short moves (directions 0 to 7) that a long move consists of, in order; -1 ends the list.
/// The short moves meet the same cells and lattice points as the long move. The long move is legal
/// if and only if all of its short moves are legal.
struct MoveSteps {
  std::array<int, 5> direction{-1, -1, -1, -1, -1};  ///< directions of the short moves
};

/// Returns the short moves of a long move.
constexpr MoveSteps steps_of(int move) {
  const GridMove m = kGridMoves[static_cast<std::size_t>(move)];
  const int ax = m.dx < 0 ? -m.dx : m.dx;
  const int ay = m.dy < 0 ? -m.dy : m.dy;
  const bool steep = ay > ax;
  const int major = steep ? along_y(m.dy) : along_x(m.dx);
  const int minor = steep ? along_x(m.dx) : along_y(m.dy);
  const int diagonal = diagonal_of(m.dx, m.dy);
  const int longer = steep ? ay : ax;
  const int shorter = steep ? ax : ay;
  if (longer == 2) return {{major, minor, major, -1, -1}};
  if (shorter == 1) return {{major, diagonal, major, -1, -1}};
  return {{major, minor, major, minor, major}};
}

}  // namespace fairway
