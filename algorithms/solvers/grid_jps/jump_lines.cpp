#include "algorithms/solvers/grid_jps/jump_lines.hpp"

namespace fairway {

void JumpLines::Lines::set(int line, int at, bool ends_rising, bool ends_falling) {
  const std::uint32_t bit = static_cast<std::uint32_t>(at) + 1;
  Word& word = words[static_cast<std::size_t>(line) * stride + bit / 64];
  const std::uint64_t one = std::uint64_t{1} << bit % 64;
  if (!ends_rising) word.rising &= ~one;
  if (!ends_falling) word.falling &= ~one;
  word.open |= one;
}

JumpLines::JumpLines(const Grid& grid, const JumpRules& rules)
    : rows_(grid.graph().grid().rows, grid.graph().grid().columns),
      columns_(grid.graph().grid().columns, grid.graph().grid().rows),
      diagonals_(grid.graph().vertices()) {
  const GridGraph& graph = grid.graph();
  Vertex v = 0;
  for (int j = 0; j < graph.grid().rows; ++j) {
    for (int i = 0; i < graph.grid().columns; ++i, ++v) {
      if (!grid.is_free(v)) continue;
      std::uint32_t legal = graph.mask(v);
      if (legal == 0xff && !rules.any_irregular()) {  // no jump ends here
        rows_.set(j, i, false, false);
        columns_.set(i, j, false, false);
        diagonals_[static_cast<std::size_t>(v)] = 0xff;
        continue;
      }
      rows_.set(j, i, rules.stops(v, 0, legal), rules.stops(v, 2, legal));
      columns_.set(i, j, rules.stops(v, 1, legal), rules.stops(v, 3, legal));
      for (int d = 4; rules.any_irregular() && d < 8; ++d) {
        const GridMove move = kGridMoves[static_cast<std::size_t>(d)];
        const bool ends =
            (legal >> d & 1) != 0 && rules.irregular(v + move.dy * graph.stride() + move.dx);
        if (ends) legal &= ~(1U << d);
      }
      diagonals_[static_cast<std::size_t>(v)] = static_cast<std::uint8_t>(legal);
    }
  }
}

}  // namespace fairway
