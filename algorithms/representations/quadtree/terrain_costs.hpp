#pragma once

#include <vector>

#include "algorithms/representations/quadtree/cell_portals.hpp"

namespace fairway {

/// The costs of crossing the cells of a quadtree on a world with terrain. The quadtree's lattice is
/// the terrain's own, so that lattice lines are coordinates. A piece along a cell's side costs as
/// much as in the cheaper of the lattice cells on both sides, if these are of one class; see
/// path_cost().

/// Cost of each cell. Precondition: all lattice cells of a cell cost the same.
std::vector<double> cell_costs(const Terrain& terrain, const std::vector<CellRect>& cells);

/// The least cost of all cells that are not blocked.
double least_cost(const Terrain& terrain);

/// The cost of running along a portal's line from the line's start to the portal's middle: for a
/// path in the cell before the portal, and for one in the cell after it. Only the difference
/// between two portals on one side of one cell is meaningful.
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
