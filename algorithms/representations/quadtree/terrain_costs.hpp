#pragma once

#include <vector>

#include "algorithms/representations/quadtree/cell_portals.hpp"

namespace fairway {

/// The costs of crossing a quadtree's cells on terrain, whose lattice it uses. A piece along a side
/// costs as in the cheaper lattice cell beside it, if both are of one class; see path_cost().

/// Cost of each cell. Precondition: all lattice cells of a cell cost the same.
std::vector<double> cell_costs(const Terrain& terrain, const std::vector<CellRect>& cells);

/// The cost from the start of a portal's line to its middle, for a path in the cell before the
/// portal or after it. Only differences on one side of one cell are meaningful.
struct BorderCost {
  double before;
  double after;
};

/// One for each portal. O(lattice cells + portals log portals). Precondition: the space has
/// terrain.
std::vector<BorderCost> border_costs(const FreeSpace& space, const CellGrid& grid,
                                     const std::vector<CellPortal>& portals);

/// The cost of running along a side of a cell. Preconditions: the space has terrain; both points
/// lie on that side. O(lattice cells on the way).
double side_cost(const FreeSpace& space, const CellRect& cell, Point p, Point q);

}  // namespace fairway
