#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/representations/quadtree/quadtree.hpp"

namespace fairway {
namespace {

/// A column or row of lattice cells beside a segment.
struct Lane {
  const QuadtreeNodes& tree;
  const std::vector<CellRect>& cells;
  bool upright;
  int place;  ///< index of the column if the lane is vertical, else of the row

  std::int32_t cell_at(int k) const {
    return upright ? tree.cell_at(place, k) : tree.cell_at(k, place);
  }

  /// Lattice cell k of the lane is in a cell or in a blocked square. Returns the lattice line where
  /// this cell or square ends in direction `step` (+1 or -1).
  int end_of_leaf(int k, int step) const {
    const QuadtreeNodes::Leaf leaf = upright ? tree.leaf_at(place, k) : tree.leaf_at(k, place);
    if (leaf.cell != kNoCell) {
      const CellRect& cell = cells[static_cast<std::size_t>(leaf.cell)];
      if (upright) return step > 0 ? cell.y1 : cell.y0;
      return step > 0 ? cell.x1 : cell.x0;
    }
    if (leaf.level == QuadtreeNodes::kOutside) {
      return step > 0 ? std::numeric_limits<int>::max() : std::numeric_limits<int>::min();
    }
    return ((k >> leaf.level) + (step > 0)) << leaf.level;
  }
};

}  // namespace

/// Whether cells a and b are equal, or share a portal on lattice line `line` that overlaps the
/// range from `from` to `to`.
bool Quadtree::joined(std::int32_t a, std::int32_t b, bool upright, int line, int from,
                      int to) const {
  if (a == kNoCell || b == kNoCell) return false;
  if (a == b) return true;
  std::span<const std::int32_t> portals = graph_.portals_of(a);
  if (graph_.portals_of(b).size() < portals.size()) portals = graph_.portals_of(b);
  return std::ranges::any_of(portals, [&](std::int32_t portal) {
    const CellPortal& p = graph_.portal(portal);
    if (p.upright() != upright || (upright ? p.x : p.y) != line) return false;
    if (std::minmax(p.before, p.after) != std::minmax(a, b)) return false;
    const int low = upright ? p.y : p.x;
    return low < to && from < low + std::abs(p.run);
  });
}

bool Quadtree::covers(Point a, Point b, Scratch&) const {
  if (a == b) return around(a).count > 0;
  const int i = grid_.column_at(a.x);
  const int j = grid_.row_at(a.y);
  // The segment may be along line j. If row j is the last row, the segment may also be along line
  // j + 1, because row_at() returns the last row for points on the last line.
  for (const int line : {j, j + 1}) {
    if (a.y == b.y && grid_.y(line) == a.y) return covers_along_line(a, b, false, i, line);
  }
  for (const int line : {i, i + 1}) {
    if (a.x == b.x && grid_.x(line) == a.x) return covers_along_line(a, b, true, j, line);
  }
  return covers_across(a, b);
}

/// covers() for a segment that is not along a lattice line. At each point of the segment, the
/// interior of exactly one lattice cell is directly ahead.
bool Quadtree::covers_across(Point a, Point b) const {
  const int sx = a.x <= b.x ? 1 : -1;
  const int sy = a.y <= b.y ? 1 : -1;
  int i = grid_.column_at(a.x);
  int j = grid_.row_at(a.y);
  if (sx < 0 && grid_.x(i) == a.x) --i;
  if (sy < 0 && grid_.y(j) == a.y) --j;
  std::int32_t cell = tree_.cell_at(i, j);
  if (cell == kNoCell || !cell_contains(cell, a)) return false;
  while (!cell_contains(cell, b)) {
    cell = cell_after(cell, a, b, sx, sy);
    if (cell == kNoCell) return false;
  }
  return true;
}

/// Returns the cell that segment ab enters when it leaves `cell`. Returns kNoCell if no open border
/// leads on. sx and sy are the signs (+1 or -1) of the direction of ab.
std::int32_t Quadtree::cell_after(std::int32_t cell, Point a, Point b, int sx, int sy) const {
  const CellRect& rect = cells_[static_cast<std::size_t>(cell)];
  const int far_x = sx > 0 ? rect.x1 : rect.x0;
  const int far_y = sy > 0 ? rect.y1 : rect.y0;
  const int side = orientation(a, b, grid_.corner(far_x, far_y)) * sx * sy;
  if (side == 0) return cell_around_corner(far_x, far_y, sx, sy);
  const bool upright = side > 0;
  const bool into_after = (upright ? sx : sy) > 0;
  for (const std::int32_t portal : graph_.portals_of(cell)) {
    const CellPortal& p = graph_.portal(portal);
    if (p.upright() != upright || (into_after ? p.before : p.after) != cell) continue;
    const Point low = p.low(grid_);
    const Point high = p.high(grid_);
    const int beyond_low = orientation(a, b, low);
    const int beyond_high = orientation(a, b, high);
    if (beyond_low * beyond_high < 0) return p.other(cell);
    if (beyond_low == 0) return cell_around_corner(p.x, p.y, sx, sy);
    if (beyond_high == 0) {
      return upright ? cell_around_corner(p.x, p.y - p.run, sx, sy)
                     : cell_around_corner(p.x + p.run, p.y, sx, sy);
    }
  }
  return kNoCell;
}

/// If a segment of direction (sx, sy) can pass lattice point (x, y) legally, returns the cell ahead
/// of this point. Otherwise returns kNoCell.
std::int32_t Quadtree::cell_around_corner(int x, int y, int sx, int sy) const {
  const int near_i = sx > 0 ? x - 1 : x;
  const int near_j = sy > 0 ? y - 1 : y;
  const int far_i = sx > 0 ? x : x - 1;
  const int far_j = sy > 0 ? y : y - 1;
  const std::int32_t behind = tree_.cell_at(near_i, near_j);
  const std::int32_t ahead = tree_.cell_at(far_i, far_j);
  const std::int32_t by_x = tree_.cell_at(far_i, near_j);
  const std::int32_t by_y = tree_.cell_at(near_i, far_j);
  const auto joined_x = [&](std::int32_t from, std::int32_t to, int row) {
    return joined(from, to, true, x, row, row + 1);
  };
  const auto joined_y = [&](std::int32_t from, std::int32_t to, int column) {
    return joined(from, to, false, y, column, column + 1);
  };
  const bool open = (joined_x(behind, by_x, near_j) && joined_y(by_x, ahead, far_i)) ||
                    (joined_y(behind, by_y, near_i) && joined_x(by_y, ahead, far_j));
  return open ? ahead : kNoCell;
}

/// covers() for a segment along a lattice line. `first` is the row of a if the line is vertical
/// (`upright`), else the column of a. Walks through the cells on both sides of the line at the same
/// time. The path may change to the other side of the line where the border between the cells on
/// both sides is open.
bool Quadtree::covers_along_line(Point a, Point b, bool upright, int first, int line) const {
  const int step = (upright ? a.y < b.y : a.x < b.x) ? 1 : -1;
  const double start = upright ? a.y : a.x;
  int k = first;  // row or column of the lattice cells ahead
  if (step < 0 && (upright ? grid_.y(k) : grid_.x(k)) == start) --k;
  const std::array<Lane, 2> lanes{Lane{tree_, cells_, upright, line - 1},
                                  Lane{tree_, cells_, upright, line}};
  std::array<std::int32_t, 2> cell{lanes[0].cell_at(k), lanes[1].cell_at(k)};
  std::array<bool, 2> reached{};
  for (std::size_t l = 0; l < 2; ++l) reached[l] = cell[l] != kNoCell && cell_contains(cell[l], a);
  while (reached[0] || reached[1]) {
    const std::array<int, 2> ends{lanes[0].end_of_leaf(k, step), lanes[1].end_of_leaf(k, step)};
    const int end = step > 0 ? std::min(ends[0], ends[1]) : std::max(ends[0], ends[1]);
    const int low = step > 0 ? k : end;
    const int high = step > 0 ? end : k + 1;
    if (reached[0] != reached[1] && joined(cell[0], cell[1], upright, line, low, high)) {
      reached = {true, true};
    }
    for (std::size_t l = 0; l < 2; ++l) {
      if (reached[l] && cell_contains(cell[l], b)) return true;
    }
    k = step > 0 ? end : end - 1;
    for (std::size_t l = 0; l < 2; ++l) {
      const std::int32_t next = lanes[l].cell_at(k);
      const int place = lanes[l].place;
      reached[l] = reached[l] && joined(cell[l], next, !upright, end, place, place + 1);
      cell[l] = next;
    }
  }
  return false;
}

}  // namespace fairway
