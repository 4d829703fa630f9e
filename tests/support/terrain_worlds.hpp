#pragma once

#include <random>
#include <string>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/terrain.hpp"

namespace fairway::test {

/// A world of cells with costs, as input.
struct TerrainWorld {
  std::string name;
  Raster raster;
  Terrain terrain;
};

struct Cell {
  int x;
  int y;
  Point centre() const { return {x + 0.5, y + 0.5}; }
};

/// Seeded worlds of up to 30 x 30 cells: classes, walls, costs that are few and round or many and
/// not, from uniform to noise.
std::vector<TerrainWorld> random_terrain_worlds(int count);

/// Those, the tile world that ships, and the public Freeciv scenarios where they are.
std::vector<TerrainWorld> terrain_worlds(int random_count);

/// A cell that is not blocked.
Cell free_cell(const Raster& raster, std::mt19937& random);

/// Least costs from a cell to all cells, row by row; infinity where there is no way. By Boost's
/// dijkstra_shortest_paths on a graph made from the raster: 8 neighbours of the same class, a
/// diagonal only where both cells beside it are of that class too; a step costs its length times
/// the mean of both cells' costs.
std::vector<double> cell_costs(const TerrainWorld& world, Cell from);

}  // namespace fairway::test
