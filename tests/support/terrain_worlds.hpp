#pragma once

#include <random>
#include <string>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/terrain.hpp"
#include "harness/conformance/worlds.hpp"

namespace fairway::test {

using conformance::random_terrain_worlds;
using conformance::TerrainWorld;

struct Cell {
  int x;
  int y;
  Point centre() const { return {x + 0.5, y + 0.5}; }
};

/// Random worlds, the shipped tile world, and the public Freeciv scenarios if present.
std::vector<TerrainWorld> terrain_worlds(int random_count);

/// A random cell that is not blocked.
Cell free_cell(const Raster& raster, std::mt19937& random);

/// Least costs from a cell to all cells, row by row; infinity for unreachable cells. Uses Boost's
/// dijkstra_shortest_paths on a graph of the raster. A cell has up to 8 neighbours of the same
/// class. A diagonal step needs both cells beside it in this class. A step costs its length times
/// the mean cost of both cells.
std::vector<double> cell_costs(const TerrainWorld& world, Cell from);

}  // namespace fairway::test
