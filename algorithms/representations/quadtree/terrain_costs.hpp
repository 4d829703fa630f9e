#pragma once

#include <vector>

#include "algorithms/representations/quadtree/cell_portals.hpp"

namespace fairway {

/// What it costs to cross the cells of a quadtree on a world with terrain. Its lattice is the
/// terrain's own, so that lattice lines are coordinates. A piece that runs along a cell's side
/// costs what the cheaper of the lattice cells on both sides of it asks, where they are of one
/// class; see path_cost().

/// Cost of each cell. Precondition: all lattice cells of a cell cost the same.
std::vector<double> cell_costs(const Terrain& terrain, const std::vector<CellRect>& cells);

/// The least cost of all cells that are not blocked.
double least_cost(const Terrain& terrain);

/// What it costs to run along a portal's line from the line's start to the portal's middle, for a
/// path in the cell before the portal and for one in the cell after it. Only the difference of two
/// portals on one side of one cell means anything.
struct BorderCost {
  double before;
  double after;
};

/// One for each portal. O(lattice cells + portals log portals). Precondition: the space has
/// terrain.
std::vector<BorderCost> border_costs(const FreeSpace& space, const CellGrid& grid,
                                     const std::vector<CellPortal>& portals);

/// What it costs to run along a side of a cell. Preconditions: the space has terrain, and both
/// points lie on one side of the cell. O(lattice cells on the way).
double side_cost(const FreeSpace& space, const CellRect& cell, Point p, Point q);

}  // namespace fairway
