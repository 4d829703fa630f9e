#include "algorithms/solvers/centre_sight.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "algorithms/freespace/visibility.hpp"

namespace fairway {
namespace {

constexpr std::uint8_t kAllMoves = 0xFF;
constexpr std::uint8_t kLeastLeap = 3;  // below, single steps cost less

constexpr std::uint8_t kFar = 255;  // the reach counts no further

/// The segment is longer along the major axis than along the minor one.
struct Axis {
  std::int64_t count;  ///< cells to go
  Vertex step;         ///< to the next cell
  unsigned move;       ///< the bit of the move
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

/// The reach of a cell is its chessboard distance to the nearest cell that lacks a move, found by a
/// pass from each corner.
/// Source: A. Rosenfeld, J. L. Pfaltz, "Distance Functions on Digital Pictures", Pattern
/// Recognition 1 (1968).
void CentreSight::measure_reach(std::size_t columns) {
  // Cells at the lattice's border lack a move, so the first and the last row keep the reach 0.
  if (columns < 3) return;
  std::vector<std::uint8_t> reach(columns);   // of a row
  std::vector<std::uint8_t> before(columns);  // of the row that was passed before
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

/// First the cells are found whose reach came from cells that have all moves now: level by level,
/// those that have no neighbour left with a reach of one less. They count as far, until reaches
/// spread anew, in ascending order, from the cells that lack a move now and from those beside the
/// cells found. A cell at the lattice's border keeps the reach 0, so that any other has 8
/// neighbours. Source: G. Ramalingam, T. Reps, "An Incremental Algorithm for a Generalization of
/// the Shortest-Path Problem", Journal of Algorithms 21 (1996).
void CentreSight::change(const GridGraph& graph, std::span<const Vertex> changed) {
  if (cells_.empty()) return;
  const std::int32_t row = graph.stride();
  const std::array steps{-row - 1, -row, 1 - row, -1, 1, row - 1, row, row + 1};
  Cell* const cells = cells_.data();
  std::array<std::vector<Vertex>, kFar> seeds;  // cells that may have this reach now
  std::vector<Vertex> found;
  std::vector<Vertex> open;
  std::vector<Vertex> next;
  for (const Vertex v : changed) {
    const bool lacked = cells[v].reach == 0;
    cells[v].moves = graph.near_masks()[static_cast<std::size_t>(v)];
    const bool lacks = cells[v].moves != kAllMoves;
    if (lacked && !lacks) open.push_back(v);
    if (lacks && !lacked) seeds[0].push_back(v);
  }
  for (int reach = 0; !open.empty() && reach < kFar; ++reach) {
    for (const Vertex v : open) {
      if (cells[v].reach != reach) continue;
      const bool keeps = reach > 0 && std::ranges::any_of(steps, [&](std::int32_t step) {
                           return cells[v + step].reach == reach - 1;
                         });
      if (keeps) continue;
      cells[v].reach = kFar;
      found.push_back(v);
      for (const std::int32_t step : steps) {
        if (cells[v + step].reach == reach + 1) next.push_back(v + step);
      }
    }
    std::swap(open, next);
    next.clear();
  }
  for (const Vertex v : found) {
    std::uint8_t near = kFar;
    for (const std::int32_t step : steps) near = std::min(near, cells[v + step].reach);
    if (near + 1 < kFar) seeds[near + std::size_t{1}].push_back(v);
  }
  open.clear();
  for (std::size_t reach = 0; reach < seeds.size(); ++reach) {
    for (const Vertex v : seeds[reach]) {
      if (cells[v].reach <= reach) continue;
      cells[v].reach = static_cast<std::uint8_t>(reach);
      open.push_back(v);
    }
    for (const Vertex v : open) {
      for (const std::int32_t step : steps) {
        if (cells[v + step].reach <= reach + 1) continue;
        cells[v + step].reach = static_cast<std::uint8_t>(reach + 1);
        next.push_back(v + step);
      }
    }
    std::swap(open, next);
    next.clear();
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

/// Crosses borders in the segment's order. After `a` crossings of the major and `b` of the minor
/// axis, the sign of (2 a + 1) minor.count - (2 b + 1) major.count decides which is next. At 0 the
/// segment meets a lattice point; one of the cells beside must join those before and after it.
/// Within a cell's reach nothing is blocked.
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
