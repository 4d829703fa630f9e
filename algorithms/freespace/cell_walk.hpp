#pragma once

#include <cmath>

#include "algorithms/geometry/point.hpp"
#include "algorithms/geometry/predicates.hpp"

namespace fairway {

/// One coordinate of a walk along a segment, which lattice lines cut into pieces. Stores the
/// columns (or rows) that contain the current piece, and the next lattice line. A piece along a
/// lattice line lies in two columns (or rows).
class AxisWalk {
 public:
  /// Begins at the first piece of a segment. The coordinate changes from `from` to `to` along the
  /// segment.
  AxisWalk(double from, double to)
      : from_(from),
        to_(to),
        step_(from < to   ? 1
              : from > to ? -1
                          : 0) {
    const double below = std::floor(from);
    last_ = static_cast<int>(below);
    first_ = last_;
    if (below == from && step_ <= 0) --first_;
    if (step_ < 0) last_ = first_;
    line_ = step_ > 0 ? last_ + 1 : last_;
  }

  ///@{ The first and the last column of the current piece, and the direction of the walk: -1, 0
  /// or 1.
  int first() const { return first_; }
  int last() const { return last_; }
  int step() const { return step_; }
  ///@}
  double line() const { return line_; }  ///< the next lattice line
  /// Whether the segment crosses the next line before its end.
  bool crosses() const { return step_ > 0 ? line_ < to_ : step_ < 0 && line_ > to_; }
  /// Fraction of the segment's length before the next line. Precondition: crosses().
  double share() const { return (line_ - from_) / (to_ - from_); }
  /// Moves to the piece of the segment beyond the next lattice line.
  void cross() {
    first_ += step_;
    last_ += step_;
    line_ += step_;
  }

 private:
  double from_;
  double to_;
  int step_;
  int first_;
  int last_;
  double line_;
};

/// Lattice lines cut a segment into pieces. Calls piece(columns, rows, share) for each piece in
/// order. `share` is the fraction of the segment's length from a to the end of the piece. Stops
/// when piece returns false. The order of crossings is exact.
template <class Piece>
void walk_pieces(Point a, Point b, Piece piece) {
  AxisWalk columns(a.x, b.x);
  AxisWalk rows(a.y, b.y);
  while (true) {
    bool column = columns.crosses();
    bool row = rows.crosses();
    if (!column && !row) break;
    if (column && row) {
      const int side =
          orientation(a, b, {columns.line(), rows.line()}) * columns.step() * rows.step();
      column = side >= 0;
      row = side <= 0;
    }
    if (!piece(columns, rows, column ? columns.share() : rows.share())) return;
    if (column) columns.cross();
    if (row) rows.cross();
  }
  piece(columns, rows, 1.0);
}

}  // namespace fairway
