#pragma once

#include <vector>

#include "algorithms/representations/quadtree/cell_portals.hpp"

namespace fairway {

// The lattice of a quadtree on terrain is the lattice of the terrain's cells. A path along a side
// between two lattice cells of one class costs the lower of their two costs; see path_cost().

/// Returns the cost of each cell. Precondition: all lattice cells of a cell have the same cost.
std::vector<double> cell_costs(const Terrain& terrain, const std::vector<CellRect>& cells);

/// Cost of a path along the lattice line of a portal, from the start of the line to the middle of
/// the portal. Only differences between two portals on one side of one cell are meaningful.
struct BorderCost {
  ///@{ Cost of the path in the cell before the portal, and in the cell after the portal.
  double before;
  double after;
  ///@}
};

/// Returns the border costs of each portal. Precondition: the space has terrain. O(lattice cells +
/// portals log portals).
std::vector<BorderCost> border_costs(const FreeSpace& space, const CellGrid& grid,
                                     const std::vector<CellPortal>& portals);

/// Returns the cost of segment pq along a side of a cell. Preconditions: the space has terrain; p
/// and q are on the same side of the cell. O(lattice cells along the segment).
double side_cost(const FreeSpace& space, const CellRect& cell, Point p, Point q);

}  // namespace fairway
