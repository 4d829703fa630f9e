#include "algorithms/freespace/cell_sight.hpp"

#include <array>
#include <utility>

#include "algorithms/freespace/cell_walk.hpp"

namespace fairway {
namespace {

struct Cell {
  int x;
  int y;
};

/// A piece of a segment between two lattice lines. If the piece lies along a lattice line, `cell`
/// has the two cells beside it. Otherwise, both items of `cell` are the cell that contains the
/// piece. reached[i] states whether a legal path along the segment can be in cell[i].
struct Piece {
  std::array<Cell, 2> cell;
  std::array<bool, 2> reached{};
};

/// Follows a segment piece by piece, and records in which cells a legal path can be.
class CellSight {
 public:
  explicit CellSight(const Raster& raster) : raster_(raster) {}

  bool sees(Point from, Point to) {
    bool first = true;
    Piece at;
    walk_pieces(from, to, [&](const AxisWalk& columns, const AxisWalk& rows, auto&&) {
      Piece next{{{{columns.first(), rows.first()}, {columns.last(), rows.last()}}}};
      for (std::size_t i = 0; i < 2; ++i) {
        const Cell cell = next.cell[i];
        if (kind(cell) == Raster::kBlocked) continue;
        next.reached[i] = first || (at.reached[0] && joined(at.cell[0], cell)) ||
                          (at.reached[1] && joined(at.cell[1], cell));
      }
      first = false;
      at = next;
      return at.reached[0] || at.reached[1];
    });
    return at.reached[0] || at.reached[1];
  }

 private:
  Raster::Class kind(Cell c) const { return raster_.at_or_blocked(c.x, c.y); }

  /// Whether a path can pass between cells a and b, which share a side or a lattice point. The two
  /// cells must have the same class. If they share only a point, another cell at this point must
  /// have the same class.
  bool joined(Cell a, Cell b) const {
    if (kind(a) != kind(b)) return false;
    if (a.x == b.x || a.y == b.y) return true;
    return kind({a.x, b.y}) == kind(a) || kind({b.x, a.y}) == kind(a);
  }

  const Raster& raster_;
};

}  // namespace

bool sees_in_cells(const Raster& raster, Point from, Point to) {
  return from == to || CellSight(raster).sees(from, to);
}

}  // namespace fairway
