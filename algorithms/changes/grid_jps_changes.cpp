#include "algorithms/changes/grid_jps_changes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/changes/cell_blocks.hpp"

namespace fairway {

bool GridJpsChanges::follow(const SpaceChange& change) {
  if (index_.is_bounded() || !grid_.follow(change)) return false;
  const std::span<const CellBlock> blocks = grid_.changed_blocks();
  const Grid& grid = index_.grid();
  const GridGraph& graph = grid.graph();
  JumpRules& rules = index_.rules();
  // In a block and in the cells next to it, moves can change, and cells can become regular or
  // irregular (see JumpRules). The bits of a cell in lines() depend on its neighbours. So these
  // bits can change up to two cells away from the block.
  if (grid.has_inner_walls()) {
    visit_cells(graph, blocks, 1, [&](int i, int j) { rules.update(grid, i, j); });
  }
  if (index_.lines()) {
    visit_cells(graph, blocks, 2,
                [&](int i, int j) { index_.lines()->update(graph, rules, i, j); });
  } else {
    update_jumps(*index_.table(), graph, rules, blocks);
  }
  return true;
}

void update_jumps(JumpTable& table, const GridGraph& graph, const JumpRules& rules,
                  std::span<const CellBlock> blocks) {
  const CellGrid& lattice = graph.grid();
  using Cell = RowDivision::Cell;
  std::array<std::vector<Cell>, 4> seeds;  // for each diagonal: cells to recompute
  // Recomputes the jump of a cell in a direction. Returns whether the jump changed.
  const auto recompute = [&](int i, int j, int direction) {
    const Vertex v = graph.vertex(i, j);
    const std::int16_t before = table.update(graph, rules, v, direction);
    const std::int32_t now = table.at(v, direction);
    if (direction < 4 && (before > 0) != (now > 0)) {
      for (std::size_t d = 4; d < 8; ++d) {
        const GridMove move = kGridMoves[d];
        if (direction != along_x(move.dx) && direction != along_y(move.dy)) continue;
        seeds[d - 4].push_back({i - move.dx, j - move.dy});
      }
    }
    return now != before;
  };
  const auto inside = [&](int i, int j) {
    return i >= 0 && j >= 0 && i < lattice.columns && j < lattice.rows;
  };
  // Recomputes the jumps in a direction from a cell and from the cells behind it, until a jump does
  // not change.
  const auto recompute_back = [&](int i, int j, int direction) {
    const GridMove move = kGridMoves[static_cast<std::size_t>(direction)];
    for (; inside(i, j) && recompute(i, j, direction); i -= move.dx, j -= move.dy) {
    }
  };
  for (const CellBlock& block : blocks) {
    // Moves can change within one cell of the block. Jumps that end at these cells can begin within
    // two cells of the block.
    const CellBlock window = grown(block, 2, lattice);
    const int right = window.x + window.width;
    const int top = window.y + window.height;
    for (int j = window.y; j < top; ++j) {
      for (int i = window.x; i < right; ++i) {
        recompute(i, j, 2);
        for (std::vector<Cell>& of : seeds) of.push_back({i, j});
      }
      recompute_back(right, j, 2);
      for (int i = right - 1; i >= window.x; --i) recompute(i, j, 0);
      recompute_back(window.x - 1, j, 0);
    }
    for (int i = window.x; i < right; ++i) {
      for (int j = window.y; j < top; ++j) recompute(i, j, 3);
      recompute_back(i, top, 3);
      for (int j = top - 1; j >= window.y; --j) recompute(i, j, 1);
      recompute_back(i, window.y - 1, 1);
    }
  }
  for (int d = 4; d < 8; ++d) {
    std::vector<Cell>& of = seeds[static_cast<std::size_t>(d) - 4];
    const bool rising = kGridMoves[static_cast<std::size_t>(d)].dy > 0;
    // The jump of a cell extends the jump of the next cell in the direction of the jump. So the
    // cells are sorted such that the row of the next cell comes first.
    std::ranges::sort(of, [&](Cell a, Cell b) { return rising ? a.j > b.j : a.j < b.j; });
    for (const Cell& seed : of) recompute_back(seed.i, seed.j, d);
  }
}

}  // namespace fairway
