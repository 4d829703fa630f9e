#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "algorithms/freespace/rasterise.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// Lattice line k is at origin + size * k. Returns the index k of the last line with a position of
/// at most `value`, clamped to [0, count).
inline int line_index(double origin, double size, int count, double value) {
  const auto line = [&](int k) { return origin + size * k; };
  const double guess = (value - origin) / size;
  int k = static_cast<int>(std::clamp(guess, 0.0, count - 1.0));
  while (k > 0 && line(k) > value) --k;
  while (k + 1 < count && line(k + 1) <= value) ++k;
  return k;
}

/// A range of columns (or rows) of a lattice. It is empty if last < first.
struct LineSpan {
  ///@{ The first and the last column (or row).
  int first;
  int last;
  ///@}
};

/// Returns the columns (or rows) whose interior meets the interval [low, high].
inline LineSpan open_span(double origin, double size, int count, double low, double high) {
  const auto line = [&](int k) { return origin + size * k; };
  LineSpan span{line_index(origin, size, count, low), line_index(origin, size, count, high)};
  if (!(low < line(span.first + 1))) ++span.first;
  if (!(line(span.last) < high)) --span.last;
  return span;
}

/// Where a wall meets a cell: along its west side, along its south side, or in its interior.
enum class WallAt : std::uint8_t { kWest, kSouth, kInside };

/// Finds the cells of a lattice that walls meet. Calls flag(i, j, WallAt) for each cell whose
/// interior a wall enters, and for each cell with a wall along its west or south side. Exact.
template <class Flag>
class WallMarker {
 public:
  /// Refers to the lattice.
  WallMarker(const CellGrid& grid, Flag flag) : grid_(grid), flag_(flag) {}

  /// Marks the cells that the wall ab meets.
  void mark(Point a, Point b) {
    if (b < a) std::swap(a, b);
    const LineSpan columns = open_span(grid_.origin.x, grid_.size, grid_.columns, a.x, b.x);
    const LineSpan rows =
        open_span(grid_.origin.y, grid_.size, grid_.rows, std::min(a.y, b.y), std::max(a.y, b.y));
    if (a.x == b.x) mark_column_border(a.x, rows);
    if (a.y == b.y) mark_row_border(a.y, columns);
    if (columns.first > columns.last || rows.first > rows.last) return;
    if (a.y <= b.y) {
      walk_up(a, b, columns, rows);
    } else {
      walk_down(a, b, columns, rows);
    }
  }

 private:
  void mark_column_border(double x, LineSpan rows) {
    const int i = line_index(grid_.origin.x, grid_.size, grid_.columns, x);
    if (grid_.x(i) != x) return;
    for (int j = rows.first; j <= rows.last; ++j) flag_(i, j, WallAt::kWest);
  }

  void mark_row_border(double y, LineSpan columns) {
    const int j = line_index(grid_.origin.y, grid_.size, grid_.rows, y);
    if (grid_.y(j) != y) return;
    for (int i = columns.first; i <= columns.last; ++i) flag_(i, j, WallAt::kSouth);
  }

  // A segment enters the interior of a cell if their intervals in x and y overlap and two corners
  // of the cell are strictly on different sides of the segment. The walks visit only these cells.
  void walk_up(Point a, Point b, LineSpan columns, LineSpan rows) {
    int first = rows.first;
    for (int i = columns.first; i <= columns.last; ++i) {
      while (first <= rows.last && orientation(a, b, grid_.corner(i, first + 1)) <= 0) ++first;
      int j = first;
      for (; j <= rows.last && orientation(a, b, grid_.corner(i + 1, j)) < 0; ++j) {
        flag_(i, j, WallAt::kInside);
      }
      first = std::max(first, j - 1);
    }
  }

  void walk_down(Point a, Point b, LineSpan columns, LineSpan rows) {
    int first = rows.last;
    for (int i = columns.first; i <= columns.last; ++i) {
      while (first >= rows.first && orientation(a, b, grid_.corner(i, first)) >= 0) --first;
      int j = first;
      for (; j >= rows.first && orientation(a, b, grid_.corner(i + 1, j + 1)) > 0; --j) {
        flag_(i, j, WallAt::kInside);
      }
      first = std::min(first, j + 1);
    }
  }

  const CellGrid& grid_;
  Flag flag_;
};

}  // namespace fairway
