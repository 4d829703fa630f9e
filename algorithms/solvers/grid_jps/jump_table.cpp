#include "algorithms/solvers/grid_jps/jump_table.hpp"

#include <algorithm>

#include "algorithms/changes/cell_blocks.hpp"

namespace fairway {
JumpTable::JumpTable(const Grid& grid, const JumpRules& rules) : jumps_(grid.graph().vertices()) {
  const GridGraph& graph = grid.graph();
  const int columns = graph.grid().columns;
  const int rows = graph.grid().rows;
  const auto fill = [&](int i, int j, int direction) {
    const Vertex v = graph.vertex(i, j);
    jumps_[static_cast<std::size_t>(v)][static_cast<std::size_t>(direction)] =
        jump(graph, rules, v, direction);
  };
  // A jump extends that of the next cell, which is therefore filled first.
  const auto fill_row = [&](int j, std::array<int, 3> directions) {
    for (int i = 0; i < columns; ++i) {
      for (const int d : directions) fill(i, j, d);
    }
  };
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) fill(i, j, 2);
    for (int i = columns - 1; i >= 0; --i) fill(i, j, 0);
  }
  for (int j = 0; j < rows; ++j) fill_row(j, {3, 6, 7});
  for (int j = rows - 1; j >= 0; --j) fill_row(j, {1, 4, 5});
}

/// A cell's jump, by those of the next one.
std::int16_t JumpTable::jump(const GridGraph& graph, const JumpRules& rules, Vertex v,
                             int direction) const {
  if ((graph.mask(v) >> direction & 1) == 0) return 0;
  const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
  const Vertex next = v + move.dy * graph.stride() + move.dx;
  if (direction >= 4 && rules.irregular(next)) return 0;
  const bool ends = direction < 4
                        ? rules.stops(next, direction, graph.mask(next))
                        : at(next, along_x(move.dx)) > 0 || at(next, along_y(move.dy)) > 0;
  const std::int32_t onward = at(next, direction);
  const std::int32_t jump = ends ? 1 : onward > 0 ? onward + 1 : onward - 1;
  // A jump too long for an entry ends early, which is harmless.
  if (jump > kLongest || jump < -kLongest) return kLongest;
  return static_cast<std::int16_t>(jump);
}

void JumpTable::change(const Grid& grid, const JumpRules& rules,
                       std::span<const CellBlock> blocks) {
  const GridGraph& graph = grid.graph();
  const CellGrid& lattice = graph.grid();
  using Cell = RowDivision::Cell;
  std::array<std::vector<Cell>, 4> seeds;  // of the diagonal directions
  // Makes a cell's jump anew; returns whether it changed.
  const auto renew = [&](int i, int j, int direction) {
    const Vertex v = graph.vertex(i, j);
    std::int16_t& entry = jumps_[static_cast<std::size_t>(v)][static_cast<std::size_t>(direction)];
    const std::int16_t before = entry;
    entry = jump(graph, rules, v, direction);
    if (direction < 4 && (before > 0) != (entry > 0)) {
      for (std::size_t d = 4; d < 8; ++d) {
        const GridMove move = kGridMoves[d];
        if (direction != along_x(move.dx) && direction != along_y(move.dy)) continue;
        seeds[d - 4].push_back({i - move.dx, j - move.dy});
      }
    }
    return entry != before;
  };
  const auto inside = [&](int i, int j) {
    return i >= 0 && j >= 0 && i < lattice.columns && j < lattice.rows;
  };
  // Makes jumps anew from a cell backwards, until one stays as it was.
  const auto go_back = [&](int i, int j, int direction) {
    const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
    for (; inside(i, j) && renew(i, j, direction); i -= move.dx, j -= move.dy) {
    }
  };
  for (const CellBlock& block : blocks) {
    // Moves change beside the block, and the jumps that they end begin beside those.
    const CellBlock window = grown(block, 2, lattice);
    const int right = window.x + window.width;
    const int top = window.y + window.height;
    for (int j = window.y; j < top; ++j) {
      for (int i = window.x; i < right; ++i) {
        renew(i, j, 2);
        for (std::vector<Cell>& of : seeds) of.push_back({i, j});
      }
      go_back(right, j, 2);
      for (int i = right - 1; i >= window.x; --i) renew(i, j, 0);
      go_back(window.x - 1, j, 0);
    }
    for (int i = window.x; i < right; ++i) {
      for (int j = window.y; j < top; ++j) renew(i, j, 3);
      go_back(i, top, 3);
      for (int j = top - 1; j >= window.y; --j) renew(i, j, 1);
      go_back(i, window.y - 1, 1);
    }
  }
  for (int d = 4; d < 8; ++d) {
    std::vector<Cell>& of = seeds[static_cast<std::size_t>(d) - 4];
    const bool rising = kGridMoves[static_cast<std::size_t>(d)].dy > 0;
    // Jumps extend those of the row ahead, which is therefore first.
    std::ranges::sort(of, [&](Cell a, Cell b) { return rising ? a.j > b.j : a.j < b.j; });
    for (const Cell& seed : of) go_back(seed.i, seed.j, d);
  }
}

}  // namespace fairway
