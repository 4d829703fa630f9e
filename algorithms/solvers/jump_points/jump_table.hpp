#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/representations/grid/grid.hpp"
#include "algorithms/solvers/jump_points/jump_rules.hpp"

namespace fairway {

/// Finds jump points by looking them up: for each cell and direction how far a jump goes.
/// Source: D. Harabor, A. Grastien, "Improving Jump Point Search", ICAPS 2014, section
/// "Preprocessing" (JPS+).
class JumpTable {
 public:
  /// O(cells).
  JumpTable(const Grid& grid, const JumpRules& rules);

  /// As JumpLines::straight, O(1).
  template <int D>
  std::int32_t straight(JumpCell c) const {
    return at(c.v, D);
  }

  /// As JumpLines::diagonal, O(cells from which jump points are seen).
  template <int D>
  void diagonal(const GridGraph& graph, const JumpRules& rules, JumpCell c, auto&& found) const {
    constexpr GridMove kMove = kGridMoves[D];
    constexpr int kAlongX = kMove.dx > 0 ? 0 : 2;
    constexpr int kAlongY = kMove.dy > 0 ? 1 : 3;
    const Vertex offset = kMove.dy * graph.stride() + kMove.dx;
    std::int32_t steps = 0;
    for (std::int32_t jump = at(c.v, D); jump > 0; jump = at(c.v, D)) {
      c = {c.v + jump * offset, c.i + jump * kMove.dx, c.j + jump * kMove.dy};
      steps += jump;
      if (rules.irregular(c.v)) return found(steps, c, kAnyhow, 0);
      const std::int32_t x = at(c.v, kAlongX);
      if (x > 0) found(steps, c, kAlongX, x);
      const std::int32_t y = at(c.v, kAlongY);
      if (y > 0) found(steps, c, kAlongY, y);
    }
  }

  /// As JumpLines::open, O(cells from which jump points are seen).
  bool open(const GridGraph& graph, Vertex v, int diagonal, std::int32_t cells) const {
    const GridMove move = kGridMoves[static_cast<std::size_t>(diagonal)];
    const Vertex offset = move.dy * graph.stride() + move.dx;
    std::int32_t jump = at(v, diagonal);
    for (; jump > 0 && jump < cells; jump = at(v, diagonal)) {
      v += jump * offset;
      cells -= jump;
    }
    return cells <= (jump > 0 ? jump : -jump);
  }

  std::size_t memory_bytes() const { return jumps_.capacity() * sizeof(jumps_[0]); }

 private:
  /// By direction; positive: cells to where the jump ends; else minus the free cells before a
  /// blocked one. A diagonal jump ends where a straight one from there does not end blocked.
  using Jumps = std::array<std::int16_t, 8>;
  static constexpr std::int16_t kLongest = 0x7fff;

  std::int32_t at(Vertex v, int direction) const {
    return jumps_[static_cast<std::size_t>(v)][static_cast<std::size_t>(direction)];
  }
  void fill(const GridGraph& graph, const JumpRules& rules, Vertex v, int direction);

  std::vector<Jumps> jumps_;
};

}  // namespace fairway
