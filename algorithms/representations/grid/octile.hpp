#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>

#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/attachment.hpp"
#include "algorithms/graph/concepts.hpp"

namespace fairway {

/// Splits a vertex into column and row by one multiplication.
/// Source: T. Granlund, P. L. Montgomery, "Division by Invariant Integers using Multiplication",
/// PLDI 1994, section 4.
class RowDivision {
 public:
  /// Column and row of a vertex.
  struct Cell {
    ///@{ Column and row.
    std::int32_t i;
    std::int32_t j;
    ///@}
  };

  /// Precondition: the stride (the number of columns) is positive.
  explicit RowDivision(std::int32_t stride)
      : stride_(stride), reciprocal_(kOne / static_cast<std::uint64_t>(stride) + 1) {}

  std::int32_t stride() const { return stride_; }  ///< number of columns
  /// Returns column and row of a vertex.
  Cell cell(Vertex v) const {
    const auto j = static_cast<std::int32_t>(
        static_cast<Wide>(static_cast<std::uint64_t>(v)) * reciprocal_ >> kShift);
    return {v - j * stride_, j};
  }

 private:
  __extension__ using Wide = unsigned __int128;
  // The error of v * (2^63 / stride + 1) / 2^63 is less than v / 2^63 < 1 / stride, so that the
  // integer part of this product is exact.
  static constexpr int kShift = 63;
  static constexpr std::uint64_t kOne = std::uint64_t{1} << kShift;

  std::int32_t stride_;
  std::uint64_t reciprocal_;
};

/// Appends the positions of vertices to a path. Omits vertices inside runs of equal moves.
template <class PositionOf>
void append_runs(const RowDivision& division, std::span<const Vertex> vertices,
                 const PositionOf& position, Path& path) {
  const auto move = [&](std::size_t k) {
    const RowDivision::Cell from = division.cell(vertices[k]);
    const RowDivision::Cell to = division.cell(vertices[k + 1]);
    return std::pair(to.i - from.i, to.j - from.j);
  };
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const bool straight_on = k > 0 && k + 1 < vertices.size() && move(k - 1) == move(k);
    if (!straight_on) append_distinct(path, position(vertices[k]));
  }
}

/// The octile heuristic of a grid: the octile distance to the goal's cell. The distance is an exact
/// sum of the rounded costs of moves, so that paths of equal length have exactly equal f (cost so
/// far plus estimate). If the goal is not a cell centre, a constant is subtracted; see fit(). The
/// estimate is at least 0. The heuristic is consistent. It is not admissible for 16 or more
/// neighbours.
class GridOctile {
 public:
  /// Estimates the distance to the cell `anchor`. `straight` and `diagonal` are the costs of one
  /// move.
  GridOctile(const RowDivision& division, Vertex anchor, double straight, double diagonal)
      : division_(division),
        anchor_(division.cell(anchor)),
        straight_(straight),
        bend_(diagonal - straight) {}

  /// Lowers all estimates by a constant. Afterwards, for each link to the goal, `least_cost` times
  /// the estimate at the link's vertex is at most the cost of the link. round_up() rounds the
  /// constant up.
  template <class RoundUp>
  void fit(std::span<const Link> goal_links, double least_cost, const RoundUp& round_up) {
    double excess = 0;
    for (const Link& link : goal_links) {
      excess = std::max(excess, distance(link.vertex) - link.cost / least_cost);
    }
    excess_ = round_up(excess);
  }

  /// Octile distance to the anchor.
  double distance(Vertex v) const {
    const RowDivision::Cell cell = division_.cell(v);
    const std::int32_t dx = std::abs(cell.i - anchor_.i);
    const std::int32_t dy = std::abs(cell.j - anchor_.j);
    return straight_ * std::max(dx, dy) + bend_ * std::min(dx, dy);
  }

  constexpr bool consistent() const { return true; }  ///< see is_consistent()
  /// The estimate of the cost from v to the goal.
  double operator()(Vertex v) const { return std::max(distance(v) - excess_, 0.0); }

 private:
  RowDivision division_;
  RowDivision::Cell anchor_;
  double straight_;
  double bend_;
  double excess_ = 0;
};

}  // namespace fairway
