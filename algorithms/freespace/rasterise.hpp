#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/freespace/free_space.hpp"

namespace fairway {

/// A lattice of square cells. Cell (i, j) covers [x(i), x(i + 1)] x [y(j), y(j + 1)]; the lines are
/// doubles and are taken as exact. They are computed here and nowhere else.
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
  /// The column with x(i) <= value < x(i + 1), or the first or last one for a value outside. O(1).
  int column_at(double value) const;
  /// The same for rows.
  int row_at(double value) const;
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(i);
  }
  std::size_t count() const {
    return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  }
};

/// The side of a cell where none is asked for: 1 for worlds made of cells, else the longer side of
/// the world's box / 512.
double natural_cell_size(const FreeSpace& space);

/// The lattice of cells of a given side that covers a world; it starts at (0, 0) for worlds made of
/// cells, else at the lower corner of the world's box. Throws std::invalid_argument where the size
/// is not positive and finite, is too small for the precision of the coordinates, or would make
/// more than 2^28 cells.
CellGrid covering_grid(const FreeSpace& space, double cell_size);

/// A world as seen by a lattice: which cells are free, and which borders between free cells are not
/// open.
struct RasterisedSpace {
  static constexpr std::uint8_t kFree = 1;
  static constexpr std::uint8_t kWestWall = 2;   ///< a wall lies along the border at x(i)
  static constexpr std::uint8_t kSouthWall = 4;  ///< a wall lies along the border at y(j)

  CellGrid grid;
  std::vector<std::uint8_t> cells;   ///< row by row; the wall flags matter between free cells only
  const Terrain* terrain = nullptr;  ///< of the world, where the lattice is the terrain's own

  std::uint8_t at(int i, int j) const { return cells[grid.index(i, j)]; }
  bool is_free(int i, int j) const { return (at(i, j) & kFree) != 0; }
  /// What a unit of length costs in a cell: 1 where there is no terrain.
  double cost(int i, int j) const { return terrain != nullptr ? terrain->cost(i, j) : 1; }
  /// Whether cells (i - 1, j) and (i, j) are both free with no wall between. Precondition: both
  /// exist.
  bool open_west(int i, int j) const {
    return is_free(i - 1, j) && (at(i, j) & (kFree | kWestWall)) == kFree;
  }
  /// The same for cells (i, j - 1) and (i, j).
  bool open_south(int i, int j) const {
    return is_free(i, j - 1) && (at(i, j) & (kFree | kSouthWall)) == kFree;
  }
};

/// Rasterises a world, conservatively and exactly: a cell is free if all of it lies in free space
/// and no wall enters its interior; a wall along its border leaves it free. Worlds made of cells
/// are taken as they are where the lattice is theirs. A world with terrain can be rasterised by its
/// own lattice only; throws std::invalid_argument for another. O(cells + cells met by walls).
RasterisedSpace rasterise(const FreeSpace& space, const CellGrid& grid);

/// The same over covering_grid(space, cell_size).
RasterisedSpace rasterise(const FreeSpace& space, double cell_size);

}  // namespace fairway
