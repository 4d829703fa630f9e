#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "algorithms/representations/grid/grid.hpp"

namespace fairway {

/// Base class of solvers that search a Grid of 8 neighbours with their own algorithm.
class GridSolver {
 public:
  static constexpr Guarantees kGuarantees{};  ///< Member of the concept Solver.
  /// Structures derived from free space that the grid uses, see SpacePart.
  static PartSet parts(const FreeSpace& space, const auto& options) {
    return Grid::parts(space, {.cell_size = options.cell_size});
  }

  /// The grid, for repairs after a change of the world.
  Grid& grid() { return grid_; }

  ///@{ Members of the concept Solver: report, number of cells, number of moves between cells.
  const BuildReport& report() const { return grid_.report(); }
  std::size_t vertex_count() const { return grid_.vertex_count(); }
  std::size_t edge_count() const { return grid_.edge_count(); }
  ///@}

  /// Calls segment(Point, Point) for the sides of the free cells. O(cells).
  void draw(auto&& segment) const { grid_.draw(segment); }

 protected:
  /// Takes a grid from build_grid().
  explicit GridSolver(Grid grid) : grid_(std::move(grid)) {}

  /// Builds the grid. The grid keeps a reference to the free space. Throws std::invalid_argument
  /// for an invalid cell size. O(cells + cells met by walls).
  static Grid build_grid(const FreeSpace& space, double cell_size) {
    return Grid::build(space, {.cell_size = cell_size, .neighbours = 8});
  }

  Grid grid_;  ///< the grid; its report also has the build phases of the solver
};

}  // namespace fairway
