#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "algorithms/representations/grid/grid.hpp"

namespace fairway {

/// The base of solvers that search a Grid of 8 neighbours in a way of their own.
class GridSolver {
 public:
  static constexpr Guarantees kGuarantees{};

  static PartSet parts(const FreeSpace& space, const auto& options) {
    return Grid::parts(space, {.cell_size = options.cell_size});
  }

  /// To edit it in place.
  Grid& grid() { return grid_; }

  /// The grid's, with the phases of the solver.
  const BuildReport& report() const { return grid_.report(); }
  std::size_t vertex_count() const { return grid_.vertex_count(); }
  /// Pairs of cells with a move between them.
  std::size_t edge_count() const { return grid_.edge_count(); }

  /// Calls segment(Point, Point) for the sides of the free cells. O(cells).
  void draw(auto&& segment) const { grid_.draw(segment); }

 protected:
  explicit GridSolver(Grid grid) : grid_(std::move(grid)) {}

  /// Throws std::invalid_argument for an invalid cell size. O(cells + cells met by walls). The grid
  /// keeps a reference to the free space.
  static Grid build_grid(const FreeSpace& space, double cell_size) {
    return Grid::build(space, {.cell_size = cell_size, .neighbours = 8});
  }

  Grid grid_;
};

}  // namespace fairway
