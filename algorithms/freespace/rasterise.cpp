#include "algorithms/freespace/rasterise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "algorithms/freespace/wall_marker.hpp"

namespace fairway {
namespace {

constexpr double kMaxCells = 268435456.0;  // 2^28
constexpr double kFinestShare = 0x1p-40;   // least cell size / largest coordinate
constexpr double kCellsOnLongerSide = 512;
constexpr std::uint8_t kEntered = 8;  // flag of a cell whose interior a wall enters

/// Sets the free flag of each free cell that no wall enters. A run is a maximal sequence of cells
/// in a row that no wall enters or separates. A run is free or blocked as a whole. If no wall
/// separates a run from a cell below it that no wall enters, the run copies the flag of this cell.
/// Otherwise, the centre of the run's first cell is located in the space.
void fill_uniform(const FreeSpace& space, RasterisedSpace& raster) {
  const CellGrid& grid = raster.grid;
  for (int j = 0; j < grid.rows; ++j) {
    std::uint8_t* row = raster.cells.data() + grid.index(0, j);
    const std::uint8_t* below = row - grid.columns;
    for (int i = 0; i < grid.columns;) {
      if ((row[i] & kEntered) != 0) {
        ++i;
        continue;
      }
      const int first = i;
      bool known = false;
      bool free = false;
      do {
        if (j > 0 && !known && (below[i] & kEntered) == 0 &&
            (row[i] & RasterisedSpace::kSouthWall) == 0) {
          known = true;
          free = (below[i] & RasterisedSpace::kFree) != 0;
        }
        ++i;
      } while (i < grid.columns && (row[i] & (kEntered | RasterisedSpace::kWestWall)) == 0);
      if (!known) free = space.locate(grid.centre(first, j)).place != Place::kBlocked;
      if (!free) continue;
      for (int k = first; k < i; ++k) row[k] |= RasterisedSpace::kFree;
    }
  }
  for (std::uint8_t& cell : raster.cells) cell &= static_cast<std::uint8_t>(~kEntered);
}

/// Returns the cells of a raster on the lattice `grid`. Sets the wall flags between cells of
/// different classes.
RasterisedSpace copy_cells(const Raster& source, const CellGrid& grid) {
  RasterisedSpace raster{grid, std::vector<std::uint8_t>(grid.count()), nullptr};
  const int columns = std::min(grid.columns, source.width());
  const int rows = std::min(grid.rows, source.height());
  for (int j = 0; j < rows; ++j) {
    const Raster::Class* const row = source.row(j).data();
    const Raster::Class* const south = source.row(std::max(j - 1, 0)).data();
    std::uint8_t* const cells = raster.cells.data() + grid.index(0, j);
    const auto flags = [&](int i, int west) {
      const int walls = (row[west] != row[i] ? RasterisedSpace::kWestWall : 0) |
                        (south[i] != row[i] ? RasterisedSpace::kSouthWall : 0);
      return static_cast<std::uint8_t>(row[i] == Raster::kBlocked ? 0
                                                                  : RasterisedSpace::kFree | walls);
    };
    if (columns > 0) cells[0] = flags(0, 0);
    for (int i = 1; i < columns; ++i) cells[i] = flags(i, i - 1);
  }
  return raster;
}

}  // namespace

int CellGrid::column_at(double value) const { return line_index(origin.x, size, columns, value); }

int CellGrid::row_at(double value) const { return line_index(origin.y, size, rows, value); }

double natural_cell_size(const FreeSpace& space) {
  if (space.made_of_cells()) return 1;
  return std::max(space.box().width(), space.box().height()) / kCellsOnLongerSide;
}

CellGrid covering_grid(const FreeSpace& space, double cell_size) {
  const Raster* source = space.raster();
  const Box box =
      source != nullptr
          ? Box{{0, 0},
                {static_cast<double>(source->width()), static_cast<double>(source->height())}}
      : space.made_of_cells() ? Box{{0, 0}, space.box().max}
                              : space.box();
  if (!std::isfinite(cell_size) || cell_size <= 0) {
    throw std::invalid_argument(fmt::format("cell size {}: expected a positive number", cell_size));
  }
  const double reach = std::max(
      {std::abs(box.min.x), std::abs(box.min.y), std::abs(box.max.x), std::abs(box.max.y)});
  if (cell_size < reach * kFinestShare) {
    throw std::invalid_argument(
        fmt::format("cell size {} is too small for coordinates up to {}; expected {} at least",
                    cell_size, reach, reach * kFinestShare));
  }
  const double columns = std::max(1.0, std::ceil(box.width() / cell_size));
  const double rows = std::max(1.0, std::ceil(box.height() / cell_size));
  if (columns * rows > kMaxCells) {
    throw std::invalid_argument(fmt::format(
        "cell size {} makes {} x {} cells; expected 2^28 at most", cell_size, columns, rows));
  }
  return {box.min, cell_size, static_cast<int>(columns), static_cast<int>(rows)};
}

RasterisedSpace rasterise(const FreeSpace& space, const CellGrid& grid) {
  const bool own_lattice = space.made_of_cells() && grid.size == 1 && grid.origin == Point{0, 0};
  if (space.terrain() != nullptr && !own_lattice) {
    throw std::invalid_argument(fmt::format(
        "cell size {} does not fit a world with terrain; expected 1, the size of the world's cells",
        grid.size));
  }
  RasterisedSpace raster;
  if (own_lattice && space.raster() != nullptr) {
    raster = copy_cells(*space.raster(), grid);
  } else {
    raster = {grid, std::vector<std::uint8_t>(grid.count()), nullptr};
    WallMarker marker(grid, [&](int i, int j, WallAt at) {
      raster.cells[grid.index(i, j)] |= at == WallAt::kWest    ? RasterisedSpace::kWestWall
                                        : at == WallAt::kSouth ? RasterisedSpace::kSouthWall
                                                               : kEntered;
    });
    for (const Wall& wall : space.walls()) marker.mark(wall.a, wall.b);
    fill_uniform(space, raster);
  }
  raster.terrain = space.terrain();
  return raster;
}

RasterisedSpace rasterise(const Raster& cells) {
  return copy_cells(cells, {{0, 0}, 1, cells.width(), cells.height()});
}

bool own_cells(const FreeSpace& space, double cell_size) {
  return space.raster() != nullptr && (cell_size == 0 || cell_size == 1);
}

PartSet parts_to_rasterise(const FreeSpace& space, double cell_size) {
  return own_cells(space, cell_size) ? PartSet(SpacePart::kCells)
                                     : SpacePart::kWalls | SpacePart::kLocation;
}

RasterisedSpace rasterise(const FreeSpace& space, double cell_size) {
  return rasterise(space, covering_grid(space, cell_size));
}

}  // namespace fairway
