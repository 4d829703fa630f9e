#include "algorithms/solvers/grid_jps/jump_table.hpp"

#include <utility>

namespace fairway {

JumpTable::JumpTable(const Grid& grid, const JumpRules& rules) : jumps_(grid.graph().vertices()) {
  const GridGraph& graph = grid.graph();
  const int columns = graph.grid().columns;
  const int rows = graph.grid().rows;
  const auto fill = [&](int i, int j, int direction) {
    update(graph, rules, graph.vertex(i, j), direction);
  };
  // The jump of a cell extends the jump of the next cell in the same direction. So the next cell is
  // filled first.
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

/// Computes the jump from cell v in `direction` from the jumps of the next cell.
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
  // A jump that is too long for an entry is cut. This adds an expansion, but a search finds the
  // same result.
  if (jump > kLongest || jump < -kLongest) return kLongest;
  return static_cast<std::int16_t>(jump);
}

std::int16_t JumpTable::update(const GridGraph& graph, const JumpRules& rules, Vertex v,
                               int direction) {
  std::int16_t& entry = jumps_[static_cast<std::size_t>(v)][static_cast<std::size_t>(direction)];
  return std::exchange(entry, jump(graph, rules, v, direction));
}

}  // namespace fairway
