#include "algorithms/solvers/centre_sight.hpp"

#include <cstdint>
#include <utility>

#include "algorithms/freespace/visibility.hpp"

namespace fairway {
namespace {

constexpr std::uint8_t kLeastLeap = 2;  // least reach at which walk() leaps over the free square

/// The steps of a walk along one axis of the grid. The major axis is the axis with more cells to
/// cross.
struct Axis {
  std::int64_t count;  ///< number of cells to cross
  Vertex step;         ///< difference of the vertex numbers of two successive cells
  unsigned move;       ///< bit of this step in a mask of moves
  unsigned back;       ///< bit of the opposite step in a mask of moves
};

/// Walks along a segment from cell to cell. Returns whether the walk meets no blocked cell and no
/// wall. Precondition: the row of `to` is not less than the row of `from`.
///
/// Let a and b count the cell borders crossed so far along the major and the minor axis. The sign
/// of (2 a + 1) minor.count - (2 b + 1) major.count decides the axis of the next crossing.
/// `balance` is this number plus 2 major.count, and is never negative. If the number is 0, the
/// segment passes through a lattice point. One of the two cells beside this point must then connect
/// the cells before and after it. From every cell of the walk, the rest of the segment leads into
/// the same quadrant. So the walk may leap over the free square in this quadrant (see Reaches).
bool walk(const GridGraph& graph, const CentreSight::Reaches* reaches,
          const CentreSight::Place& from, const CentreSight::Place& to) {
  const std::int32_t dx = to.cell.i - from.cell.i;
  Axis major{dx < 0 ? -dx : dx, dx < 0 ? -1 : 1, dx < 0 ? 4U : 1U, dx < 0 ? 1U : 4U};
  Axis minor{to.cell.j - from.cell.j, graph.stride(), 2U, 8U};
  if (major.count < minor.count) std::swap(major, minor);
  const std::uint8_t* const moves = graph.near_masks().data();
  // If the counts differ, the last crossing is along the major axis. Check it first.
  if (major.count > minor.count && (moves[to.vertex] & major.back) == 0) return false;
  const std::size_t which = dx < 0 ? 1 : 0;
  const std::int64_t per_major = 2 * minor.count;
  const std::int64_t per_minor = 2 * major.count;
  std::int64_t left = major.count;  // remaining crossings along the major axis
  std::int64_t balance = minor.count + major.count;
  Vertex v = from.vertex;
  while (v != to.vertex) {
    const std::uint8_t leap = reaches[v][which];
    if (leap >= kLeastLeap) {
      left -= leap;
      if (left <= 0) return true;
      balance += (leap - 1) * per_major;
      v += leap * major.step + static_cast<Vertex>(balance / per_minor) * minor.step;
      balance = balance % per_minor + per_major;
    } else if (balance < per_minor) {
      if ((moves[v] & major.move) == 0) return false;
      v += major.step;
      --left;
      balance += per_major;
    } else if (balance > per_minor) {
      if ((moves[v] & minor.move) == 0) return false;
      v += minor.step;
      balance -= per_minor;
    } else {
      const bool round_major =
          (moves[v] & major.move) != 0 && (moves[v + major.step] & minor.move) != 0;
      const bool round_minor =
          (moves[v] & minor.move) != 0 && (moves[v + minor.step] & major.move) != 0;
      if (!round_major && !round_minor) return false;
      v += major.step + minor.step;
      --left;
      balance = per_major;
    }
  }
  return true;
}

}  // namespace

CentreSight::CentreSight(const FreeSpace& space, const GridGraph& graph) {
  const CellGrid& grid = graph.grid();
  if (!space.made_of_cells() || grid.size != 1 || grid.origin != Point{0, 0}) return;
  decides_ = space.raster() != nullptr;
  reaches_.resize(graph.vertices());
  measure_reaches<0>(graph);
  measure_reaches<1>(graph);
}

/// Computes reach number `Which` of all cells (see CentreSight::Reaches). The order of the cells
/// ensures that reach() finds the reaches of three neighbours when it needs them.
template <std::size_t Which>
void CentreSight::measure_reaches(const GridGraph& graph) {
  constexpr Vertex kNext = kSide[Which];
  const std::uint8_t* const moves = graph.near_masks().data();
  const Vertex columns = graph.stride();
  // Cells in the last row, and in the last column in this direction, lack the diagonal move. Their
  // reach stays 0.
  for (Vertex j = graph.grid().rows - 2; j >= 0; --j) {
    Vertex v = j * columns + (kNext > 0 ? columns - 2 : 1);
    std::uint8_t before = 0;
    for (Vertex i = 1; i < columns; ++i, v -= kNext) {
      if (moves[v] != 0) {
        const Reaches* const above = reaches_.data() + v + columns;
        before = reach(moves[v], Which, {before, above[0][Which], above[kNext][Which]});
        reaches_[static_cast<std::size_t>(v)][Which] = before;
      } else {
        before = 0;
      }
    }
  }
}

bool CentreSight::sees(const FreeSpace& space, const GridGraph& graph, const Place& from,
                       const Place& to) const {
  if (!reaches_.empty()) {
    const bool ascends = from.cell.j <= to.cell.j;
    if (walk(graph, reaches_.data(), ascends ? from : to, ascends ? to : from)) return true;
    if (decides_) return false;
  }
  return fairway::sees(space, space.locate(graph.position(from.vertex)),
                       space.locate(graph.position(to.vertex)));
}

}  // namespace fairway
