#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/representations/quadtree/subdivision.hpp"

namespace fairway {

/// A maximal open part of the border between two cells. Coordinates are indices of lattice lines.
/// If run > 0, the portal goes from (x, y) to (x + run, y). If run < 0, the portal is vertical and
/// goes from (x, y) to (x, y - run).
struct CellPortal {
  std::int32_t before;  ///< the cell to the left of a vertical portal, or below a horizontal portal
  std::int32_t after;   ///< the cell to the right of a vertical portal, or above a horizontal one
  ///@{ Lower or left end, and signed length, in lattice lines.
  std::int32_t x;
  std::int32_t y;
  std::int32_t run;
  ///@}

  bool upright() const { return run < 0; }  ///< whether the portal is vertical
  ///@{ The portal's cell that is not `cell`, and whether the portal borders `cell`.
  std::int32_t other(std::int32_t cell) const { return cell == before ? after : before; }
  bool borders(std::int32_t cell) const { return cell == before || cell == after; }
  ///@}
  ///@{ The lower (or left) and the upper (or right) end, and the rounded middle.
  Point low(const CellGrid& grid) const { return grid.corner(x, y); }
  Point high(const CellGrid& grid) const {
    return upright() ? grid.corner(x, y - run) : grid.corner(x + run, y);
  }
  Point middle(const CellGrid& grid) const {
    const Point a = low(grid);
    const Point b = high(grid);
    return a + 0.5 * (b - a);
  }
  ///@}
};

/// Finds all portals between cells, in ascending order of `before`. Walls along a border between
/// two cells divide the border into several portals. O(lattice cells).
std::vector<CellPortal> find_portals(const RasterisedSpace& raster,
                                     const std::vector<CellRect>& cells);

}  // namespace fairway
