#include <algorithm>

#include "algorithms/representations/quadtree/subdivision.hpp"

namespace fairway {
namespace {

/// Joins cells to rectangles. Finds a neighbouring rectangle by its lower left corner. The indices
/// of cells are in Z-order, so they rise along rows and columns. A rectangle keeps the index of its
/// lower left cell. A sweep in the order of indices therefore starts each rectangle at its lower
/// left cell.
class Merger {
 public:
  Merger(const RasterisedSpace& raster, const JoinRule& rule, std::vector<CellRect>& cells)
      : raster_(raster),
        rule_(rule),
        cells_(cells),
        at_corner_(raster.grid.count(), kNoCell),
        into_(cells.size(), kNoCell) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      at_corner_[raster.grid.index(cells[c].x0, cells[c].y0)] = static_cast<std::int32_t>(c);
    }
  }

  std::vector<std::int32_t> run() {
    bool changed = true;
    while (changed) {
      changed = sweep([this](CellRect& cell) { return neighbour<true>(cell); });
      changed |= sweep([this](CellRect& cell) { return neighbour<false>(cell); });
    }
    return compact();
  }

 private:
  template <class Neighbour>
  bool sweep(Neighbour neighbour_of) {
    bool changed = false;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (into_[c] != kNoCell) continue;
      for (;;) {
        const std::int32_t other = neighbour_of(cells_[c]);
        if (other == kNoCell) break;
        const CellRect& gone = cells_[static_cast<std::size_t>(other)];
        at_corner_[raster_.grid.index(gone.x0, gone.y0)] = kNoCell;
        cells_[c].x1 = gone.x1;
        cells_[c].y1 = gone.y1;
        into_[static_cast<std::size_t>(other)] = static_cast<std::int32_t>(c);
        changed = true;
      }
    }
    return changed;
  }

  /// Considers the cell to the right of `cell` (if `right`) or above it. Returns the considered
  /// cell if it may be joined to `cell`, else kNoCell.
  template <bool right>
  std::int32_t neighbour(const CellRect& cell) const {
    if (right ? cell.x1 == raster_.grid.columns : cell.y1 == raster_.grid.rows) return kNoCell;
    const std::int32_t other = at_corner_[right ? raster_.grid.index(cell.x1, cell.y0)
                                                : raster_.grid.index(cell.x0, cell.y1)];
    if (other == kNoCell) return kNoCell;
    const CellRect& next = cells_[static_cast<std::size_t>(other)];
    if ((right ? next.y1 != cell.y1 : next.x1 != cell.x1) || !may_join(cell, next)) return kNoCell;
    for (int k = right ? cell.y0 : cell.x0; k < (right ? cell.y1 : cell.x1); ++k) {
      const bool open = right ? raster_.open_west(cell.x1, k) : raster_.open_south(k, cell.y1);
      if (!open) return kNoCell;
    }
    return other;
  }

  /// Whether the rule and the costs allow a join. Precondition: the cells share a whole side.
  bool may_join(const CellRect& cell, const CellRect& next) const {
    return rule_(cell, next) && raster_.cost(cell.x0, cell.y0) == raster_.cost(next.x0, next.y0);
  }

  /// Renumbers the remaining cells, and returns the new index of each old cell. A joined cell gets
  /// the new index of the cell that it was joined into. The loop already knows this index, because
  /// a cell is joined only into a cell with a smaller index.
  std::vector<std::int32_t> compact() {
    std::vector<std::int32_t> renamed(cells_.size());
    std::size_t kept = 0;
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      if (into_[c] != kNoCell) {
        renamed[c] = renamed[static_cast<std::size_t>(into_[c])];
        continue;
      }
      renamed[c] = static_cast<std::int32_t>(kept);
      cells_[kept++] = cells_[c];
    }
    cells_.resize(kept);
    cells_.shrink_to_fit();
    return renamed;
  }

  const RasterisedSpace& raster_;
  const JoinRule& rule_;
  std::vector<CellRect>& cells_;
  std::vector<std::int32_t> at_corner_;
  std::vector<std::int32_t> into_;
};

}  // namespace

std::vector<std::int32_t> merge_cells(const RasterisedSpace& raster, const JoinRule& rule,
                                      std::vector<CellRect>& cells) {
  return Merger(raster, rule, cells).run();
}

}  // namespace fairway
