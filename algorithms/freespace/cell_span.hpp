#pragma once

#include <algorithm>

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Columns or rows `first` to `last` of a lattice; empty if last < first.
struct CellSpan {
  ///@{ The first and the last column or row.
  int first;
  int last;
  ///@}
};

/// Returns the columns with x(i) <= x <= x(i + 1), at most two.
inline CellSpan closed_columns(const CellGrid& grid, double x) {
  const int i = grid.column_at(x);
  if (x < grid.x(i) || x > grid.x(i + 1)) return {0, -1};
  return {i > 0 && grid.x(i) == x ? i - 1 : i, i};
}

/// Returns the rows with y(j) <= y <= y(j + 1), at most two.
inline CellSpan closed_rows(const CellGrid& grid, double y) {
  const int j = grid.row_at(y);
  if (y < grid.y(j) || y > grid.y(j + 1)) return {0, -1};
  return {j > 0 && grid.y(j) == y ? j - 1 : j, j};
}

/// Returns the intersection of two spans.
inline CellSpan common(CellSpan a, CellSpan b) {
  return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

}  // namespace fairway
