#pragma once

#include <algorithm>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Successive columns or rows of a lattice, `first` to `last`; none if last < first.
struct CellSpan {
  int first;
  int last;
};

/// The columns, at most two, with x(i) <= x <= x(i + 1).
inline CellSpan closed_columns(const CellGrid& grid, double x) {
  const int i = grid.column_at(x);
  if (x < grid.x(i) || x > grid.x(i + 1)) return {0, -1};
  return {i > 0 && grid.x(i) == x ? i - 1 : i, i};
}

/// The rows, at most two, with y(j) <= y <= y(j + 1).
inline CellSpan closed_rows(const CellGrid& grid, double y) {
  const int j = grid.row_at(y);
  if (y < grid.y(j) || y > grid.y(j + 1)) return {0, -1};
  return {j > 0 && grid.y(j) == y ? j - 1 : j, j};
}

/// What two spans share.
inline CellSpan common(CellSpan a, CellSpan b) {
  return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

}  // namespace fairway
