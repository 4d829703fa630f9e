#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// A lattice of square cells. Cell (i, j) covers [x(i), x(i + 1)] x [y(j), y(j + 1)]. By
/// definition, the lattice lines are exactly at the doubles that x() and y() return. No other code
/// computes these doubles.
struct CellGrid {
  Point origin;     ///< lower left corner of cell (0, 0)
  double size = 1;  ///< side of a cell, in the world's units
  ///@{ Size in cells.
  int columns = 0;
  int rows = 0;
  ///@}

  ///@{ Position of the vertical lattice line i, and of the horizontal lattice line j.
  double x(int i) const { return origin.x + size * i; }
  double y(int j) const { return origin.y + size * j; }
  ///@}
  Point corner(int i, int j) const { return {x(i), y(j)}; }  ///< lower left corner of a cell
  /// Centre of a cell, rounded.
  Point centre(int i, int j) const {
    return {origin.x + size * (i + 0.5), origin.y + size * (j + 0.5)};
  }
  /// The column with x(i) <= value < x(i + 1), clamped to the lattice. O(1).
  int column_at(double value) const;
  /// The row with y(j) <= value < y(j + 1), clamped to the lattice. O(1).
  int row_at(double value) const;
  /// Index of a cell, row by row.
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(i);
  }
  /// Number of cells.
  std::size_t count() const {
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  }
};

/// Returns the default cell size: 1 for worlds of cells, else 1/512 of the longer side of the
/// world's box.
double natural_cell_size(const FreeSpace& space);

/// Returns the lattice that covers a world. It starts at (0, 0) for worlds of cells, else at the
/// lower left corner of the world's box. Throws std::invalid_argument if the size is not positive
/// and finite, is too small for the precision of the coordinates, or gives more than 2^28 cells.
CellGrid covering_grid(const FreeSpace& space, double cell_size);

/// The free cells of a world, and the walls between them.
struct RasterisedSpace {
  static constexpr std::uint8_t kFree = 1;       ///< the cell is free
  static constexpr std::uint8_t kWestWall = 2;   ///< a wall lies along the cell's left side
  static constexpr std::uint8_t kSouthWall = 4;  ///< a wall lies along the cell's lower side

  CellGrid grid;                    ///< the lattice
  std::vector<std::uint8_t> cells;  ///< the flags of each cell, row by row
  /// The world's terrain, or null if there is none. With terrain, `grid` has the world's own cells.
  const Terrain* terrain = nullptr;

  ///@{ Flags of a cell, and whether the cell is free.
  std::uint8_t at(int i, int j) const { return cells[grid.index(i, j)]; }
  bool is_free(int i, int j) const { return (at(i, j) & kFree) != 0; }
  ///@}
  /// Cost per unit of length in a cell; 1 without terrain.
  double cost(int i, int j) const { return terrain != nullptr ? terrain->cost(i, j) : 1; }
  /// Whether cells (i - 1, j) and (i, j) are both free and no wall lies between them. Precondition:
  /// both exist.
  bool open_west(int i, int j) const {
    return is_free(i - 1, j) && (at(i, j) & (kFree | kWestWall)) == kFree;
  }
  /// Whether cells (i, j - 1) and (i, j) are both free and no wall lies between them. Precondition:
  /// both exist.
  bool open_south(int i, int j) const {
    return is_free(i, j - 1) && (at(i, j) & (kFree | kSouthWall)) == kFree;
  }
};

/// Rasterises a world. A cell is free if it lies in free space and no wall enters its interior;
/// walls on its border are allowed. Exact. If the lattice is the world's own lattice of cells, the
/// cells are copied. Throws std::invalid_argument for a world with terrain on any other lattice.
/// O(cells + cells met by walls).
RasterisedSpace rasterise(const FreeSpace& space, const CellGrid& grid);

/// Rasterises a world on covering_grid(space, cell_size).
RasterisedSpace rasterise(const FreeSpace& space, double cell_size);

/// Rasterises the cells of a raster. Cells outside the raster count as blocked. Linear.
RasterisedSpace rasterise(const Raster& cells);

/// Whether the lattice with this cell size has the same cells as the world's input. Size 0 stands
/// for natural_cell_size().
bool own_cells(const FreeSpace& space, double cell_size);

/// The parts of the free space that rasterise() uses.
PartSet parts_to_rasterise(const FreeSpace& space, double cell_size);

}  // namespace fairway
