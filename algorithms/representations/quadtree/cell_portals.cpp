#include "algorithms/representations/quadtree/cell_portals.hpp"

#include <algorithm>
#include <type_traits>

namespace fairway {
namespace {

constexpr std::int32_t kNone = -1;

/// For each lattice cell, returns the index in `cells` of the rectangle that contains it, or kNone.
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
  /// Adds the portals on the right side of a cell (if `upright`) or on its upper side.
  const auto add_side = [&](std::int32_t here, const CellRect& cell, auto upright) {
    const int line = upright ? cell.x1 : cell.y1;
    if (line == (upright ? grid.columns : grid.rows)) return;
    std::int32_t last = kNone;
    for (int k = upright ? cell.y0 : cell.x0; k < (upright ? cell.y1 : cell.x1); ++k) {
      const int i = upright ? line : k;
      const int j = upright ? k : line;
      const bool open = upright ? raster.open_west(i, j) : raster.open_south(i, j);
      const std::int32_t next = open ? owner[grid.index(i, j)] : kNone;
      if (next != kNone && next != last) {
        portals.push_back({here, next, i, j, 0});
      }
      if (next != kNone) portals.back().run += upright ? -1 : 1;
      last = next;
    }
  };
  for (std::size_t c = 0; c < cells.size(); ++c) {
    add_side(static_cast<std::int32_t>(c), cells[c], std::true_type());
    add_side(static_cast<std::int32_t>(c), cells[c], std::false_type());
  }
  portals.shrink_to_fit();
  return portals;
}

}  // namespace fairway
