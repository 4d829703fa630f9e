#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/representations/grid/jump_rules.hpp"

namespace fairway {

/// Finds jump points in a table with the length of the jump for each cell and direction.
/// Source: D. Harabor, A. Grastien, "Improving Jump Point Search", ICAPS 2014, section
/// "Preprocessing" (JPS+).
class JumpTable {
 public:
  /// Computes all jumps. O(cells).
  JumpTable(const Grid& grid, const JumpRules& rules);

  /// Recomputes the jump from v in a direction, using the jumps of the next cell. Returns the
  /// previous value. O(1).
  std::int16_t update(const GridGraph& graph, const JumpRules& rules, Vertex v, int direction);

  /// Like JumpLines::straight(). O(1).
  template <int D>
  std::int32_t straight(JumpCell c) const {
    return at(c.v, D);
  }

  /// Returns all directions, because the table contains the length of every jump. Compare
  /// JumpLines::useful().
  std::uint32_t useful(Vertex) const { return 0xffU; }

  /// Like JumpLines::diagonal(). O(diagonal cells from which a straight jump reaches a jump point).
  template <int D>
  std::int32_t diagonal(const GridGraph& graph, JumpCell c, auto&& found) const {
    constexpr GridMove kMove = kGridMoves[D];
    constexpr int kAlongX = along_x(kMove.dx);
    constexpr int kAlongY = along_y(kMove.dy);
    const std::ptrdiff_t offset = std::ptrdiff_t{kMove.dy} * graph.stride() + kMove.dx;
    const Jumps* jumps = jumps_.data() + c.v;
    std::int32_t steps = 0;
    std::int32_t jump = (*jumps)[D];
    for (; jump > 0; jump = (*jumps)[D]) {
      jumps += jump * offset;
      steps += jump;
      const std::int32_t along_x = (*jumps)[kAlongX];
      if (along_x > 0) found(steps, kAlongX, along_x);
      const std::int32_t along_y = (*jumps)[kAlongY];
      if (along_y > 0) found(steps, kAlongY, along_y);
    }
    return steps - jump;
  }

  /// Whether the next `cells` moves in this direction are possible, see JumpLines::open(). Takes
  /// one step for each passed cell from which a straight jump reaches a jump point.
  bool open(const GridGraph& graph, Vertex v, int direction, std::int32_t cells) const {
    const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
    const Vertex offset = move.dy * graph.stride() + move.dx;
    std::int32_t jump = at(v, direction);
    for (; jump > 0 && jump < cells; jump = at(v, direction)) {
      v += jump * offset;
      cells -= jump;
    }
    return cells <= (jump > 0 ? jump : -jump);
  }

  /// Length of the jump from v in a direction; see Jumps for values of 0 or less.
  std::int32_t at(Vertex v, int direction) const {
    return jumps_[static_cast<std::size_t>(v)][static_cast<std::size_t>(direction)];
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const { return jumps_.capacity() * sizeof(jumps_[0]); }

 private:
  /// The jumps from one cell, by direction. A positive value is the number of cells to the end of
  /// the jump. Zero or a negative value is minus the number of free cells before a blocked cell. A
  /// diagonal jump ends at a cell from which a straight jump reaches a jump point. For diagonal
  /// jumps, irregular cells count as blocked.
  using Jumps = std::array<std::int16_t, 8>;
  static constexpr std::int16_t kLongest = 0x7fff;

  std::int16_t jump(const GridGraph& graph, const JumpRules& rules, Vertex v, int direction) const;

  std::vector<Jumps> jumps_;
};

}  // namespace fairway
