#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/representations/quadtree/subdivision.hpp"

namespace fairway {

/// A maximal open part of a border between two cells, in lattice lines: from (x, y) to (x + run, y)
/// if run > 0, to (x, y - run) if run < 0.
struct CellPortal {
  std::int32_t before;  ///< the cell on the side of lower x (of lower y where run > 0)
  std::int32_t after;
  std::int32_t x;
  std::int32_t y;
  std::int32_t run;

  bool upright() const { return run < 0; }
  std::int32_t other(std::int32_t cell) const { return cell == before ? after : before; }
  bool borders(std::int32_t cell) const { return cell == before || cell == after; }
  Point low(const CellGrid& grid) const { return grid.corner(x, y); }
  Point high(const CellGrid& grid) const {
    return upright() ? grid.corner(x, y - run) : grid.corner(x + run, y);
  }
  Point middle(const CellGrid& grid) const {
    const Point a = low(grid);
    const Point b = high(grid);
    return a + 0.5 * (b - a);
  }
};

/// All portals between cells, by `before`. Walls along a border cut it. O(lattice cells).
std::vector<CellPortal> find_portals(const RasterisedSpace& raster,
                                     const std::vector<CellRect>& cells);

}  // namespace fairway
