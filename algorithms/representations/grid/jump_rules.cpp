#include "algorithms/representations/grid/jump_rules.hpp"

namespace fairway {
namespace {

/// Returns a mask of the moves that would be legal without walls between free cells.
std::uint32_t implied_moves(const Grid& grid, int i, int j) {
  const GridGraph& graph = grid.graph();
  std::uint32_t free = 0;
  for (int d = 0; d < 8; ++d) {
    const GridMove move = kGridMoves[static_cast<std::size_t>(d)];
    const int x = i + move.dx;
    const int y = j + move.dy;
    const bool inside = x >= 0 && y >= 0 && x < graph.grid().columns && y < graph.grid().rows;
    if (inside && grid.is_free(graph.vertex(x, y))) free |= 1U << d;
  }
  std::uint32_t moves = free & 0x0f;
  for (int d = 0; d < 4; ++d) {
    const std::uint32_t square = 1U << d | 1U << (d + 1) % 4 | 1U << (4 + d);
    if ((free & square) == square) moves |= 1U << (4 + d);
  }
  return moves;
}

}  // namespace

JumpRules::JumpRules(const Grid& grid) {
  if (!grid.has_inner_walls()) return;
  const CellGrid& lattice = grid.graph().grid();
  for (int j = 0; j < lattice.rows; ++j) {
    for (int i = 0; i < lattice.columns; ++i) update(grid, i, j);
  }
}

void JumpRules::update(const Grid& grid, int i, int j) {
  const Vertex v = grid.graph().vertex(i, j);
  const std::uint32_t mask = grid.graph().mask(v);
  // A wall inside a square of 2 x 2 free cells makes the diagonal moves in the square illegal. So
  // the moves of this cell show whether one of the four squares around it contains a wall.
  const bool is = grid.is_free(v) && mask != 0xff && mask != implied_moves(grid, i, j);
  if (is && irregular_.empty()) irregular_.resize((grid.graph().vertices() + 63) / 64);
  if (irregular_.empty()) return;
  std::uint64_t& word = irregular_[static_cast<std::size_t>(v) / 64];
  const std::uint64_t bit = std::uint64_t{1} << (static_cast<std::size_t>(v) % 64);
  word = is ? word | bit : word & ~bit;
}

}  // namespace fairway
