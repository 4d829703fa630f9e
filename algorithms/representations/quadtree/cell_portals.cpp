#include "algorithms/representations/quadtree/cell_portals.hpp"

#include <algorithm>

namespace fairway {
namespace {

constexpr std::int32_t kNone = -1;

std::vector<std::int32_t> owners(const CellGrid& grid, const std::vector<CellRect>& cells) {
  std::vector<std::int32_t> owner(grid.count(), kNone);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    for (int j = cells[c].y0; j < cells[c].y1; ++j) {
      const auto row = owner.begin() + static_cast<std::ptrdiff_t>(grid.index(0, j));
      std::fill(row + cells[c].x0, row + cells[c].x1, static_cast<std::int32_t>(c));
    }
  }
  return owner;
}

}  // namespace

std::vector<CellPortal> find_portals(const RasterisedSpace& raster,
                                     const std::vector<CellRect>& cells) {
  const CellGrid& grid = raster.grid;
  const std::vector<std::int32_t> owner = owners(grid, cells);
  std::vector<CellPortal> portals;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const CellRect& cell = cells[c];
    const auto here = static_cast<std::int32_t>(c);
    if (cell.x1 < grid.columns) {
      std::int32_t last = kNone;
      for (int j = cell.y0; j < cell.y1; ++j) {
        const std::int32_t next =
            raster.open_west(cell.x1, j) ? owner[grid.index(cell.x1, j)] : kNone;
        if (next == kNone) {
          last = kNone;
        } else if (next == last) {
          --portals.back().run;
        } else {
          portals.push_back({here, next, cell.x1, j, -1});
          last = next;
        }
      }
    }
    if (cell.y1 < grid.rows) {
      std::int32_t last = kNone;
      for (int i = cell.x0; i < cell.x1; ++i) {
        const std::int32_t next =
            raster.open_south(i, cell.y1) ? owner[grid.index(i, cell.y1)] : kNone;
        if (next == kNone) {
          last = kNone;
        } else if (next == last) {
          ++portals.back().run;
        } else {
          portals.push_back({here, next, i, cell.y1, 1});
          last = next;
        }
      }
    }
  }
  portals.shrink_to_fit();
  return portals;
}

}  // namespace fairway
