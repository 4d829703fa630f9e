#include "algorithms/solvers/centre_sight.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/freespace/visibility.hpp"

namespace fairway {
namespace {

constexpr std::uint8_t kLeastLeap = 3;  // least reach for which a leap is faster than single steps

/// One axis of a segment. The major axis is the axis with more cells to cross.
struct Axis {
  std::int64_t count;  ///< number of cells to cross
  Vertex step;         ///< vertex difference of a step
  unsigned move;       ///< bit of the step in Cell::moves
};

}  // namespace

CentreSight::CentreSight(const FreeSpace& space, const GridGraph& graph) {
  const CellGrid& grid = graph.grid();
  if (!space.made_of_cells() || grid.size != 1 || grid.origin != Point{0, 0}) return;
  decides_ = space.raster() != nullptr;
  cells_.reserve(graph.vertices());
  for (const std::uint8_t moves : graph.near_masks()) cells_.push_back({moves, 0});
  measure_reach(static_cast<std::size_t>(graph.stride()));
}

/// Computes each cell's reach: its chessboard distance to the nearest cell that lacks a move. Two
/// passes, from opposite corners.
/// Source: A. Rosenfeld, J. L. Pfaltz, "Distance Functions on Digital Pictures", Pattern
/// Recognition 1 (1968).
void CentreSight::measure_reach(std::size_t columns) {
  // Each cell on the border of the lattice lacks a move, so the first and the last row keep reach
  // 0.
  if (columns < 3) return;
  std::vector<std::uint8_t> reach(columns);   // reach of each cell of the current row
  std::vector<std::uint8_t> before(columns);  // reach of each cell of the previous row
  const auto begin_row = [&](const Cell* row, auto&& least) {
    std::swap(reach, before);
    for (std::size_t i = 1; i + 1 < columns; ++i) {
      const std::uint8_t near = std::min({before[i - 1], before[i], before[i + 1]});
      const auto next = static_cast<std::uint8_t>(near + (near < kFar ? 1 : 0));
      reach[i] = row[i].moves == kAllMoves ? std::min(next, least(row[i])) : std::uint8_t{0};
    }
  };
  const auto extend = [&](std::uint8_t& to, std::uint8_t from) {
    if (from < to) to = static_cast<std::uint8_t>(from + 1);
  };
  for (std::size_t row = columns; row + columns < cells_.size(); row += columns) {
    begin_row(cells_.data() + row, [](Cell) { return kFar; });
    for (std::size_t i = 1; i < columns; ++i) extend(reach[i], reach[i - 1]);
    for (std::size_t i = 0; i < columns; ++i) cells_[row + i].reach = reach[i];
  }
  std::ranges::fill(reach, std::uint8_t{0});
  for (std::size_t row = cells_.size() - columns; row > columns;) {
    row -= columns;
    begin_row(cells_.data() + row, [](Cell cell) { return cell.reach; });
    for (std::size_t i = columns - 1; i > 0; --i) extend(reach[i - 1], reach[i]);
    for (std::size_t i = 0; i < columns; ++i) cells_[row + i].reach = reach[i];
  }
}

bool CentreSight::sees(const FreeSpace& space, const GridGraph& graph, Vertex from,
                       Vertex to) const {
  if (!cells_.empty()) {
    if (walk(graph, from, to)) return true;
    if (decides_) return false;
  }
  return fairway::sees(space, space.locate(graph.position(from)), space.locate(graph.position(to)));
}

/// Crosses cell borders in the order of the segment. Let a and b be the crossings made so far along
/// the major and the minor axis. The sign of (2 a + 1) minor.count - (2 b + 1) major.count decides
/// the axis of the next crossing. At 0 the segment meets a lattice point: one of the two cells
/// beside it must connect the cells before and after it. If a cell has a reach, the walk leaps over
/// that many cells.
bool CentreSight::walk(const GridGraph& graph, Vertex from, Vertex to) const {
  const RowDivision::Cell start = graph.division().cell(from);
  const RowDivision::Cell end = graph.division().cell(to);
  const std::int32_t dx = end.i - start.i;
  const std::int32_t dy = end.j - start.j;
  Axis major{dx < 0 ? -dx : dx, dx < 0 ? -1 : 1, dx < 0 ? 4U : 1U};
  Axis minor{dy < 0 ? -dy : dy, dy < 0 ? -graph.stride() : graph.stride(), dy < 0 ? 8U : 2U};
  if (major.count < minor.count) std::swap(major, minor);
  const Cell* const cells = cells_.data();
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t balance = minor.count - major.count;
  Vertex v = from;
  while (v != to) {
    const Cell cell = cells[v];
    if (cell.reach >= kLeastLeap) {
      a += cell.reach;
      if (a >= major.count) return true;
      const std::int64_t before = b;
      b = ((2 * a - 1) * minor.count + major.count) / (2 * major.count);
      v += cell.reach * major.step + static_cast<Vertex>(b - before) * minor.step;
      balance = (2 * a + 1) * minor.count - (2 * b + 1) * major.count;
    } else if (balance < 0) {
      if ((cell.moves & major.move) == 0) return false;
      v += major.step;
      ++a;
      balance += 2 * minor.count;
    } else if (balance > 0) {
      if ((cell.moves & minor.move) == 0) return false;
      v += minor.step;
      ++b;
      balance -= 2 * major.count;
    } else {
      const bool round_major =
          (cell.moves & major.move) != 0 && (cells[v + major.step].moves & minor.move) != 0;
      const bool round_minor =
          (cell.moves & minor.move) != 0 && (cells[v + minor.step].moves & major.move) != 0;
      if (!round_major && !round_minor) return false;
      v += major.step + minor.step;
      ++a;
      ++b;
      balance += 2 * (minor.count - major.count);
    }
  }
  return true;
}

}  // namespace fairway
