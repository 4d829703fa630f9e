#include "algorithms/solvers/grid_jps/jump_table.hpp"

namespace fairway {

JumpTable::JumpTable(const Grid& grid, const JumpRules& rules) : jumps_(grid.graph().vertices()) {
  const GridGraph& graph = grid.graph();
  const int columns = graph.grid().columns;
  const int rows = graph.grid().rows;
  // A jump extends that of the next cell, which is therefore filled first.
  const auto fill_row = [&](int j, std::array<int, 3> directions) {
    for (int i = 0; i < columns; ++i) {
      for (const int d : directions) fill(graph, rules, graph.vertex(i, j), d);
    }
  };
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) fill(graph, rules, graph.vertex(i, j), 2);
    for (int i = columns - 1; i >= 0; --i) fill(graph, rules, graph.vertex(i, j), 0);
  }
  for (int j = 0; j < rows; ++j) fill_row(j, {3, 6, 7});
  for (int j = rows - 1; j >= 0; --j) fill_row(j, {1, 4, 5});
}

void JumpTable::fill(const GridGraph& graph, const JumpRules& rules, Vertex v, int direction) {
  if ((graph.mask(v) >> direction & 1) == 0) return;
  const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
  const Vertex next = v + move.dy * graph.stride() + move.dx;
  if (direction >= 4 && rules.irregular(next)) return;
  const bool ends = direction < 4
                        ? rules.stops(next, direction, graph.mask(next))
                        : at(next, move.dx > 0 ? 0 : 2) > 0 || at(next, move.dy > 0 ? 1 : 3) > 0;
  const std::int32_t onward = at(next, direction);
  std::int32_t jump = ends ? 1 : onward > 0 ? onward + 1 : onward - 1;
  // A jump too long for an entry ends early, which is harmless.
  if (jump > kLongest || jump < -kLongest) jump = kLongest;
  jumps_[static_cast<std::size_t>(v)][static_cast<std::size_t>(direction)] =
      static_cast<std::int16_t>(jump);
}

}  // namespace fairway
