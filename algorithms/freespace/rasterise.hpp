#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// A lattice of square cells. Cell (i, j) covers [x(i), x(i + 1)] x [y(j), y(j + 1)]. The lines are
/// exact doubles and are computed only here.
struct CellGrid {
  Point origin;
  double size = 1;  ///< side of a cell, in the world's units
  int columns = 0;
  int rows = 0;

  double x(int i) const { return origin.x + size * i; }
  double y(int j) const { return origin.y + size * j; }
  Point corner(int i, int j) const { return {x(i), y(j)}; }
  Point centre(int i, int j) const {
    return {origin.x + size * (i + 0.5), origin.y + size * (j + 0.5)};
  }
  /// The column with x(i) <= value < x(i + 1), clamped. O(1).
  int column_at(double value) const;
  int row_at(double value) const;
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(i);
  }
  std::size_t count() const {
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  }
};

/// The default cell size: 1 for worlds made of cells, else the longer side of the box / 512.
double natural_cell_size(const FreeSpace& space);

/// The lattice that covers a world. It starts at (0, 0) for worlds made of cells, else at the box's
/// lower corner. Throws std::invalid_argument if the size is not positive and finite, too small for
/// the coordinates' precision, or gives more than 2^28 cells.
CellGrid covering_grid(const FreeSpace& space, double cell_size);

/// The free cells of a world, and the closed borders between them.
struct RasterisedSpace {
  static constexpr std::uint8_t kFree = 1;
  static constexpr std::uint8_t kWestWall = 2;   ///< a wall lies along the border at x(i)
  static constexpr std::uint8_t kSouthWall = 4;  ///< a wall lies along the border at y(j)

  CellGrid grid;
  std::vector<std::uint8_t> cells;   ///< row by row; wall flags matter between free cells only
  const Terrain* terrain = nullptr;  ///< the world's, if the lattice is the terrain's own

  std::uint8_t at(int i, int j) const { return cells[grid.index(i, j)]; }
  bool is_free(int i, int j) const { return (at(i, j) & kFree) != 0; }
  /// Cost per unit of length; 1 without terrain.
  double cost(int i, int j) const { return terrain != nullptr ? terrain->cost(i, j) : 1; }
  /// Whether cells (i - 1, j) and (i, j) are free with no wall between. Precondition: both exist.
  bool open_west(int i, int j) const {
    return is_free(i - 1, j) && (at(i, j) & (kFree | kWestWall)) == kFree;
  }
  /// The same for cells (i, j - 1) and (i, j).
  bool open_south(int i, int j) const {
    return is_free(i, j - 1) && (at(i, j) & (kFree | kSouthWall)) == kFree;
  }
};

/// Rasterises a world, conservatively and exactly: a cell is free if it lies in free space and no
/// wall enters its interior (one on its border may). On its own lattice, a world made of cells is
/// copied. Throws std::invalid_argument for terrain on a lattice other than its own. O(cells +
/// cells met by walls).
RasterisedSpace rasterise(const FreeSpace& space, const CellGrid& grid);

/// On covering_grid(space, cell_size).
RasterisedSpace rasterise(const FreeSpace& space, double cell_size);

/// The lattice of a world's cells, or of some of them as if there were no others. Linear.
RasterisedSpace rasterise(const Raster& cells);

/// Whether cells of this size, or of natural_cell_size() for 0, are the cells of which the world
/// was made.
bool own_cells(const FreeSpace& space, double cell_size);

/// The parts of the free space that rasterise() uses.
PartSet parts_to_rasterise(const FreeSpace& space, double cell_size);

}  // namespace fairway
