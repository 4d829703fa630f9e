#include "algorithms/changing_space/changing_raster.hpp"

#include <algorithm>
#include <functional>

#include "algorithms/freespace/wall_marker.hpp"

namespace fairway {
namespace {

constexpr std::size_t number_of(WallAt at) { return static_cast<std::size_t>(at); }

}  // namespace

ChangingRaster::ChangingRaster(const FreeSpace& space, const CellGrid& grid)
    : raster_(rasterise(space, grid)) {
  if (space.raster() != nullptr && grid.size == 1 && grid.origin == Point{0, 0}) return;
  walls_.resize(grid.count());
  stamps_.resize(grid.count());
  const Triangulation& mesh = space.triangulation();
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    if (!mesh.is_free(t)) continue;
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(t, i);
      if (mesh.blocked(h)) mark({mesh.origin_point(h), mesh.destination_point(h)}, 1);
    }
  }
  met_.clear();
}

std::span<const ChangingRaster::Cell> ChangingRaster::change(const FreeSpace& space,
                                                             const SpaceChange& change) {
  changed_.clear();
  if (walls_.empty()) {
    for (const CellBlock& block : change.cells) copy(*space.raster(), block);
  } else {
    const Triangulation& mesh = space.triangulation();
    gone_.clear();
    come_.clear();
    for (const TriangulationEditor::Changed& before : change.triangles) {
      for (std::size_t i = 0; i < 3 && before.was_there() && before.component >= 0; ++i) {
        if (before.blocked[i]) gone_.push_back({before.points[i], before.points[(i + 1) % 3]});
      }
      for (int i = 0; i < 3 && mesh.is_free(before.id); ++i) {
        const HalfEdge h = Triangulation::half_edge(before.id, i);
        if (mesh.blocked(h)) come_.push_back({mesh.origin_point(h), mesh.destination_point(h)});
      }
    }
    std::ranges::sort(gone_, std::less());
    std::ranges::sort(come_, std::less());
    met_.clear();
    const auto mark_difference = [&](const auto& walls, const auto& others, int by) {
      for (auto wall = walls.begin(), other = others.begin(); wall != walls.end(); ++wall) {
        while (other != others.end() && *other < *wall) ++other;
        if (other == others.end() || !(*other == *wall)) mark(*wall, by);
      }
    };
    mark_difference(come_, gone_, 1);
    mark_difference(gone_, come_, -1);
    std::ranges::sort(met_);
    met_.erase(std::unique(met_.begin(), met_.end()), met_.end());
    const auto flag = [&](std::size_t k, WallAt at, std::uint8_t bit) {
      return static_cast<std::uint8_t>(walls_[k][number_of(at)] > 0 ? bit : 0);
    };
    for (const Cell cell : met_) {
      const std::size_t k = raster_.grid.index(cell.x, cell.y);
      set(cell, static_cast<std::uint8_t>((raster_.cells[k] & RasterisedSpace::kFree) |
                                          flag(k, WallAt::kWest, RasterisedSpace::kWestWall) |
                                          flag(k, WallAt::kSouth, RasterisedSpace::kSouthWall)));
    }
    ++stamp_;
    // Recompute the neighbours too. A wall on a side bounds both cells, and a neighbour without
    // walls may have become free or blocked.
    for (const Cell cell : met_) {
      fill(space, cell);
      for (const auto& [x, y] : {Cell{cell.x - 1, cell.y}, Cell{cell.x + 1, cell.y},
                                 Cell{cell.x, cell.y - 1}, Cell{cell.x, cell.y + 1}}) {
        if (x >= 0 && y >= 0 && x < raster_.grid.columns && y < raster_.grid.rows) {
          fill(space, {x, y});
        }
      }
    }
  }
  std::ranges::sort(changed_);
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  return changed_;
}

void ChangingRaster::set(Cell cell, std::uint8_t flags) {
  std::uint8_t& old = raster_.cells[raster_.grid.index(cell.x, cell.y)];
  if (old == flags) return;
  old = flags;
  changed_.push_back(cell);
}

/// Copies a block of cells. The flags of a cell describe its west and south sides. So the cells
/// next to the block in the east and north are set, too.
void ChangingRaster::copy(const Raster& cells, const CellBlock& block) {
  const int left = std::max(block.x - 1, 0);
  const int low = std::max(block.y - 1, 0);
  const int right = std::min(block.x + block.width + 1, raster_.grid.columns);
  const int high = std::min(block.y + block.height + 1, raster_.grid.rows);
  const RasterisedSpace part = rasterise(cells.part(left, low, right - left, high - low));
  for (int y = block.y; y < high; ++y) {
    for (int x = block.x; x < right; ++x) set({x, y}, part.at(x - left, y - low));
  }
}

void ChangingRaster::mark(const WallSide& wall, int by) {
  WallMarker marker(raster_.grid, [&](int i, int j, WallAt at) {
    walls_[raster_.grid.index(i, j)][number_of(at)] += static_cast<std::uint32_t>(by);
    met_.push_back({i, j});
  });
  marker.mark(wall.from, wall.to);
}

bool ChangingRaster::entered(std::size_t k) const {
  return walls_[k][number_of(WallAt::kInside)] > 0;
}

/// Calls visit(Cell) for each neighbour that no wall enters and no wall separates from the cell.
/// These neighbours are free if and only if the cell is free. Precondition: no wall enters the
/// cell.
template <class Visit>
void ChangingRaster::visit_open_neighbours(Cell cell, Visit visit) const {
  const CellGrid& grid = raster_.grid;
  const auto look = [&](Cell other, std::uint8_t flags, std::uint8_t wall) {
    if ((flags & wall) == 0 && !entered(grid.index(other.x, other.y))) visit(other);
  };
  const auto& [x, y] = cell;
  const std::uint8_t own = raster_.at(x, y);
  if (x > 0) look({x - 1, y}, own, RasterisedSpace::kWestWall);
  if (y > 0) look({x, y - 1}, own, RasterisedSpace::kSouthWall);
  if (x + 1 < grid.columns) look({x + 1, y}, raster_.at(x + 1, y), RasterisedSpace::kWestWall);
  if (y + 1 < grid.rows) look({x, y + 1}, raster_.at(x, y + 1), RasterisedSpace::kSouthWall);
}

/// Decides whether a cell is free. If its state changes, all cells that no wall separates from it
/// change, too.
void ChangingRaster::fill(const FreeSpace& space, Cell cell) {
  const CellGrid& grid = raster_.grid;
  const auto decided = [&](Cell c) { return stamps_[grid.index(c.x, c.y)] == stamp_; };
  /// Returns whether the cell changes.
  const auto decide = [&](Cell c, bool free) {
    stamps_[grid.index(c.x, c.y)] = stamp_;
    if (raster_.is_free(c.x, c.y) == free) return false;
    set(c, raster_.at(c.x, c.y) ^ RasterisedSpace::kFree);
    return true;
  };
  if (decided(cell)) return;
  if (entered(grid.index(cell.x, cell.y))) {
    decide(cell, false);
    return;
  }
  bool known = false;
  bool free = false;
  visit_open_neighbours(cell, [&](Cell other) {
    if (!decided(other)) return;
    known = true;
    free = raster_.is_free(other.x, other.y);
  });
  if (!known) free = space.locate(grid.centre(cell.x, cell.y)).place != Place::kBlocked;
  if (!decide(cell, free)) return;
  open_.assign(1, cell);
  while (!open_.empty()) {
    const Cell from = open_.back();
    open_.pop_back();
    visit_open_neighbours(from, [&](Cell other) {
      if (!decided(other) && decide(other, free)) open_.push_back(other);
    });
  }
}

}  // namespace fairway
