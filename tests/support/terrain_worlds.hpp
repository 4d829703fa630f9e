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

/// Random ones, the tile world that ships, and the public Freeciv scenarios where they are.
std::vector<TerrainWorld> terrain_worlds(int random_count);

/// A cell that is not blocked.
Cell free_cell(const Raster& raster, std::mt19937& random);

/// Least costs from a cell to all cells, row by row; infinity where there is no way. By Boost's
/// dijkstra_shortest_paths on a graph made from the raster: 8 neighbours of the same class, a
/// diagonal only where both cells beside it are of that class too; a step costs its length times
/// the mean of both cells' costs.
std::vector<double> cell_costs(const TerrainWorld& world, Cell from);

}  // namespace fairway::test
