#pragma once

#include "algorithms/freespace/rasterise.hpp"

namespace fairway {

/// Calls segment(Point, Point) for the sides of the cells for which is_chosen(i, j) is true.
/// Merges adjoining sides on one lattice line into one segment. is_chosen() is also called for
/// cells just outside the lattice, such as (-1, j) or (columns, j). O(cells).
void draw_cell_sides(const CellGrid& grid, auto&& is_chosen, auto&& segment) {
  const auto runs = [](int count, auto&& has_side, auto&& run) {
    for (int i = 0; i < count; ++i) {
      const int first = i;
      while (i < count && has_side(i)) ++i;
      if (i > first) run(first, i);
    }
  };
  for (int j = 0; j <= grid.rows; ++j) {
    runs(
        grid.columns, [&](int i) { return is_chosen(i, j - 1) || is_chosen(i, j); },
        [&](int i0, int i1) { segment(grid.corner(i0, j), grid.corner(i1, j)); });
  }
  for (int i = 0; i <= grid.columns; ++i) {
    runs(
        grid.rows, [&](int j) { return is_chosen(i - 1, j) || is_chosen(i, j); },
        [&](int j0, int j1) { segment(grid.corner(i, j0), grid.corner(i, j1)); });
  }
}

}  // namespace fairway
