#include "algorithms/solvers/jump_points/jump_lines.hpp"

namespace fairway {

void JumpLines::Lines::set(int line, int at, bool ends_forward, bool ends_backward) {
  const std::size_t bit = static_cast<std::size_t>(at) + 1;
  Word& word = words[static_cast<std::size_t>(line) * stride + bit / 64];
  const std::uint64_t one = std::uint64_t{1} << bit % 64;
  word.open |= one;
  if (!ends_forward) word.forward &= ~one;
  if (!ends_backward) word.backward &= ~one;
}

JumpLines::JumpLines(const Grid& grid, const JumpRules& rules)
    : rows_(grid.graph().grid().rows, grid.graph().grid().columns),
      columns_(grid.graph().grid().columns, grid.graph().grid().rows) {
  const GridGraph& graph = grid.graph();
  Vertex v = 0;
  for (int j = 0; j < graph.grid().rows; ++j) {
    for (int i = 0; i < graph.grid().columns; ++i, ++v) {
      if (!grid.is_free(v)) continue;
      const std::uint32_t legal = graph.mask(v);
      rows_.set(j, i, rules.stops(v, 0, legal), rules.stops(v, 2, legal));
      columns_.set(i, j, rules.stops(v, 1, legal), rules.stops(v, 3, legal));
    }
  }
}

}  // namespace fairway
