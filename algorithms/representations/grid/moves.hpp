#pragma once

#include <array>
#include <cstddef>

namespace fairway {

/// A move of a grid: from a cell's centre to that of the cell (dx, dy) away.
struct GridMove {
  int dx;
  int dy;
};

/// The moves by direction; the first 4, 8, 16 or 32 make a neighbourhood.
/// Source of the larger ones: N. Rivera, C. Hernandez, N. Hormazabal, J. A. Baier, "The 2^k
/// Neighborhoods for Grid Path Planning", JAIR 67 (2020).
inline constexpr std::array<GridMove, 32> kGridMoves{{
    {1, 0}, {0, 1},  {-1, 0},  {0, -1}, {1, 1},  {-1, 1},  {-1, -1}, {1, -1},
    {1, 2}, {-2, 1}, {-1, -2}, {2, -1}, {-1, 2}, {-2, -1}, {1, -2},  {2, 1},
    {1, 3}, {-3, 1}, {-1, -3}, {3, -1}, {-1, 3}, {-3, -1}, {1, -3},  {3, 1},
    {2, 3}, {-3, 2}, {-2, -3}, {3, -2}, {-2, 3}, {-3, -2}, {2, -3},  {3, 2},
}};

/// The directions of short moves: along the rows, along the columns, and diagonally.
constexpr int along_x(int dx) { return dx > 0 ? 0 : 2; }
constexpr int along_y(int dy) { return dy > 0 ? 1 : 3; }
constexpr int diagonal_of(int dx, int dy) { return dx > 0 ? (dy > 0 ? 4 : 7) : (dy > 0 ? 5 : 6); }

/// The short moves of which a long move consists: it is legal exactly if they are, in this order.
/// They meet the same cells and lattice points. -1 ends the list.
struct MoveSteps {
  std::array<int, 5> direction{-1, -1, -1, -1, -1};
};

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
